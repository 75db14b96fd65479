import { importSample, TOP_UP_TRIGGER } from '../../harness/samples/samples';
import { isDone, readOutcomes } from '../../harness/samples/outcome';
import { nodeOutput } from '../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { Guest } from '../../harness/n8n/test-bed';
import { keyedAddNode } from '../../harness/workflows/webhook';
import { outcomesOf, runSheet, sheetOf, sheetOutput } from '../../harness/workflows/sheet';
import { askedByAmount, chargedByAmount, refuse } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { TOP_UPS } from '../../harness/samples/top-ups';
import { startedWith, triggerWorkflow, twoLooks } from '../../harness/workflows/trigger';
import { START, chain, itemsNode, locator } from '../../harness/workflows/build';

/** Of its own for each test: what another has just paid is not paid again under Recent. */
const ledger = (ledgerTable: string) => ({ ledgerTable });

/** What the packed package has to do in every n8n that is supported; each test has a sandbox that was reset. */
export function mainJobs(bed: () => Guest): void {
	test('Nodes and credential are loaded, and AI agents may use the node', async () => {
		const { client } = bed();
		const types = [...(await client.types('nodes')), ...(await client.types('credentials'))];
		const nodes = ['gmc', 'gmcTool', 'gmcTrigger'].map((name) => `n8n-nodes-gmc.${name}`);
		const names = types.map(({ name }) => name).filter((name) => /gmc/i.test(name));
		expect(names.sort()).toEqual(['gmcApi', ...nodes]);
	});

	test('Test of the credential', async () => {
		const data = await bed().sandbox.admin.credential();
		expect(await bed().client.testCredential(data)).toMatchObject({ status: 'OK' });
		const wrong = { ...data, senha: 'wrong' };
		const { status, message } = await bed().client.testCredential(wrong);
		expect([status, message]).toEqual([
			'Error',
			expect.stringMatching(/Check 'Email', 'Password'/),
		]);
	});

	test('Customer field: search', async () => {
		const path = '/dynamic-node-parameters/resource-locator-results';
		const found = await bed().client.rest('POST', path, {
			path: 'parameters.customer',
			methodName: 'searchCustomers',
			filter: 'ana sou',
			nodeTypeAndVersion: { name: 'n8n-nodes-gmc.gmc', version: 1 },
			currentNodeParameters: {
				resource: 'balance',
				operation: 'add',
				customer: locator('list', ''),
			},
			credentials: { gmcApi: { id: bed().credentialId, name: 'GMC' } },
		});
		expect(found).toMatchObject({ results: [{ value: DEMO_CUSTOMERS[0]._id }] });
	});

	test('Top-up of a spreadsheet: every row once, also when it is run again', async () => {
		const { admin } = bed().sandbox;
		await refuse(bed(), { match: { amount: 250 }, times: 1 });
		const { id } = await importSample(bed(), 'top-up-from-spreadsheet');
		const run = async () => await bed().client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
		const first = await run();
		// A row that needs a person ends the sample red.
		expect(first.status).toBe('error');
		expect(readOutcomes(first).filter(isDone)).toHaveLength(TOP_UPS.length - 1);
		expect(nodeOutput(first, 'Rows to fix')[0]).toHaveLength(1);
		expect(readOutcomes(await run()).filter(isDone)).toHaveLength(TOP_UPS.length);
		const { additions } = await admin.charges();
		expect(additions.filter(({ source }) => source === 'api')).toHaveLength(TOP_UPS.length);
	});

	test('Error output: a failed row, with its input and its details', async () => {
		await refuse(bed(), { match: { amount: 2 } });
		const sheet = sheetOf(1, 2, 3);
		const settings = { onError: 'continueErrorOutput' };
		const { items, errors } = sheetOutput(
			await runSheet(bed(), sheet, { options: ledger('errors'), settings }),
		);
		expect(outcomesOf(items.map(({ json }) => json))).toEqual(['issued', 'issued']);
		expect(errors.map(({ json }) => json)).toEqual([
			{
				...sheet[1],
				error: expect.stringMatching(/ \(row 2\): /) as string,
				details: expect.objectContaining({ outcome: 'rejected', statusCode: 400 }) as object,
			},
		]);
	});

	test('Lost answer: found in the list of GMC', async () => {
		const action = { type: 'commitThenReset' } as const;
		await bed().sandbox.admin.addFault({ route: ISSUE, nth: 2, action });
		const execution = await runSheet(bed(), sheetOf(1, 2, 3), {
			options: { ...ledger('lost'), concurrency: 1 },
		});
		expect(sheetOutput(execution).items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued' },
			{ outcome: 'issued', reconciled: true },
			{ outcome: 'issued' },
		]);
		expect(await chargedByAmount(bed())).toEqual({ 1: 1, 2: 1, 3: 1 });
	});

	test('Retry On Fail and Retry of the execution: only the rest is sent', async () => {
		await refuse(bed(), { match: { amount: 3 } });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };
		const failed = await runSheet(bed(), sheetOf(1, 2, 3), { options: ledger('retry'), settings });
		expect(failed.status).toBe('error');
		await bed().sandbox.admin.clearFaults();
		expect((await bed().client.retryExecution(failed.id)).status).toBe('success');
		expect(await askedByAmount(bed())).toEqual({ 1: 1, 2: 1, 3: 3 });
		expect(await chargedByAmount(bed())).toEqual({ 1: 1, 2: 1, 3: 1 });
	});

	test('Idempotency Key: paid once', async () => {
		const rows = sheetOf(1, 2).map((row) => ({ ...row, order: `order ${row.amount}` }));
		const workflow = chain('keys', itemsNode('Rows', rows), keyedAddNode());
		const { credentialId, client } = bed();
		const { id } = await client.importWorkflow(workflow, { credentialId });
		const run = async () => await client.runWorkflow(id, { triggerName: START });
		const [items, again] = [sheetOutput(await run()).items, sheetOutput(await run()).items];
		const outcomes = [items, again].map((each) => outcomesOf(each.map(({ json }) => json)));
		expect(outcomes).toEqual([
			['issued', 'issued'],
			['skipped', 'skipped'],
		]);
		expect(await chargedByAmount(bed())).toEqual({ 1: 1, 2: 1 });
	});

	test('Token that expires in mid-run: renewed, every row once', async () => {
		await bed().sandbox.admin.configure({ login: { lifetimeUses: 5 } });
		const amounts = Array.from({ length: 12 }, (_, index) => index + 1);
		const execution = await runSheet(bed(), sheetOf(...amounts), {
			options: { ...ledger('expired'), concurrency: 2 },
		});
		expect(execution.status).toBe('success');
		const once = Object.fromEntries(amounts.map((amount) => [amount, 1]));
		expect(await chargedByAmount(bed())).toEqual(once);
	});

	test('GMC Trigger: a completed addition, once', async () => {
		const { admin } = bed().sandbox;
		const { _id } = await admin.createAddition({ status: 'PENDING' });
		const { credentialId, client } = bed();
		const id = await client.publish(triggerWorkflow(), credentialId);
		await twoLooks(bed());
		await admin.settle(_id, 'COMPLETED');
		await twoLooks(bed());
		await twoLooks(bed());
		await client.deactivate(id);
		expect((await client.allFinished(id)).flatMap(startedWith)).toEqual([_id]);
	});
}
