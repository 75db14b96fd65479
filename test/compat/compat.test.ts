import { importSample } from '../../harness/samples/importSample';
import { TOP_UP_TRIGGER } from '../../harness/samples/samples';
import { N8N_VERSIONS } from '../../harness/n8n/installed';
import { nodeOutput } from '../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { type TestBed, startTestBed } from '../../harness/n8n/test-bed';
import { keyedAddNode } from '../../harness/workflows/webhook';
import { outcomesOf, runSheet, sheetOf, sheetOutput } from '../../harness/workflows/sheet';
import { askedByAmount, chargedByAmount } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { TOP_UPS } from '../../harness/samples/top-ups';
import { startedWith, triggerWorkflow, twoLooks } from '../../harness/workflows/trigger';
import { START, chain, itemsNode, locator } from '../../harness/workflows/build';

// The packed package in several versions of n8n. The titles of the tests are the rows of the table that is printed.

/** A version that is not there yet is downloaded first. */
const INSTALL_TIMEOUT_MS = 900_000;

jest.setTimeout(120_000);

describe.each(N8N_VERSIONS)('n8n %s', (version) => {
	let e2e: TestBed;

	beforeAll(async () => {
		e2e = await startTestBed({ n8n: { version } });
	}, INSTALL_TIMEOUT_MS);
	beforeEach(async () => {
		await e2e.sandbox.admin.reset();
	});
	afterAll(async () => await e2e.stop());

	test('Nodes and credential are loaded', async () => {
		const names = [...(await e2e.client.nodeTypes()), ...(await e2e.client.credentialTypes())]
			.map(({ name }) => name)
			.filter((name) => /gmc/i.test(name));
		expect(names).toEqual(
			expect.arrayContaining(['n8n-nodes-gmc.gmc', 'n8n-nodes-gmc.gmcTrigger', 'gmcApi']),
		);
	});

	test('AI agents may use the node', async () => {
		const names = (await e2e.client.nodeTypes()).map(({ name }) => name);
		expect(names).toContain('n8n-nodes-gmc.gmcTool');
	});

	test('Test of the credential', async () => {
		const data = (await e2e.sandbox.admin.credential()) as object;
		const testWith = async (changes: object) => {
			const changed = { ...data, ...changes };
			const id = await e2e.client.createCredential('gmcApi', 'Changed', changed);
			return await e2e.client.testCredential(id, 'gmcApi', 'Changed', changed);
		};
		expect(await testWith({})).toMatchObject({ status: 'OK' });
		const { status, message } = await testWith({ senha: 'wrong' });
		expect([status, message]).toEqual(['Error', expect.stringMatching(/Check Email, Password/)]);
	});

	test('Customer field: search', async () => {
		const path = '/dynamic-node-parameters/resource-locator-results';
		const found = await e2e.client.rest('POST', path, {
			path: 'parameters.customer',
			methodName: 'searchCustomers',
			filter: 'ana sou',
			nodeTypeAndVersion: { name: 'n8n-nodes-gmc.gmc', version: 1 },
			currentNodeParameters: {
				resource: 'balance',
				operation: 'add',
				customer: locator('list', ''),
			},
			credentials: { gmcApi: { id: e2e.credentialId, name: 'GMC' } },
		});
		expect(found).toMatchObject({ results: [{ value: DEMO_CUSTOMERS[0]._id }] });
	});

	test('Top-up of a spreadsheet: every row once, also when it is run again', async () => {
		const { admin } = e2e.sandbox;
		const refusal = { type: 'status', status: 400, body: { message: 'no' } } as const;
		await admin.addFault({ route: ISSUE, match: { amount: 250 }, times: 1, action: refusal });
		const { id } = await importSample(e2e, 'top-up-from-spreadsheet');
		const run = async () => await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
		const first = await run();
		// A row that needs a person ends the sample red.
		expect(first.status).toBe('error');
		expect(nodeOutput(first, 'Issued')[0]).toHaveLength(TOP_UPS.length - 1);
		expect(nodeOutput(first, 'Needs attention')[0]).toHaveLength(1);
		const second = await run();
		const ends = ['Issued', 'Paid before', 'Pending at GMC'];
		expect(ends.flatMap((end) => nodeOutput(second, end).flat())).toHaveLength(TOP_UPS.length);
		const { additions } = await admin.charges();
		expect(additions.filter(({ source }) => source === 'api')).toHaveLength(TOP_UPS.length);
	});

	test('Error output: a failed row, with its input and its details', async () => {
		const action = { type: 'status', status: 400, body: { message: 'no' } } as const;
		await e2e.sandbox.admin.addFault({ route: ISSUE, match: { amount: 2 }, action });
		const sheet = sheetOf(1, 2, 3);
		const settings = { onError: 'continueErrorOutput' };
		const { items, errors } = sheetOutput(await runSheet(e2e, sheet, { settings }));
		expect(outcomesOf(items.map(({ json }) => json))).toEqual(['issued', 'issued']);
		expect(errors.map(({ json }) => json)).toEqual([
			{
				...sheet[1],
				error: expect.stringMatching(/^Row 2: /) as string,
				details: expect.objectContaining({ outcome: 'rejected', statusCode: 400 }) as object,
			},
		]);
	});

	test('Lost answer: found in the list of GMC', async () => {
		const action = { type: 'commitThenReset' } as const;
		await e2e.sandbox.admin.addFault({ route: ISSUE, nth: 2, action });
		const execution = await runSheet(e2e, sheetOf(1, 2, 3), { options: { concurrency: 1 } });
		expect(sheetOutput(execution).items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued' },
			{ outcome: 'issued', reconciled: true },
			{ outcome: 'issued' },
		]);
		expect(await chargedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 1 });
	});

	test('Retry On Fail and Retry of the execution: only the rest is sent', async () => {
		const action = { type: 'status', status: 400, body: { message: 'no' } } as const;
		await e2e.sandbox.admin.addFault({ route: ISSUE, match: { amount: 3 }, action });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };
		const failed = await runSheet(e2e, sheetOf(1, 2, 3), { settings });
		expect(failed.status).toBe('error');
		await e2e.sandbox.admin.clearFaults();
		expect((await e2e.client.retryExecution(failed.id)).status).toBe('success');
		expect(await askedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 3 });
		expect(await chargedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 1 });
	});

	test('Idempotency Key: paid once', async () => {
		const rows = sheetOf(1, 2).map((row) => ({ ...row, order: `order ${row.amount}` }));
		const workflow = chain('keys', itemsNode('Rows', rows), keyedAddNode());
		const { credentialId, client } = e2e;
		const { id } = await client.importWorkflow(workflow, { credentialId });
		const run = async () => await client.runWorkflow(id, { triggerName: START });
		const [items, again] = [sheetOutput(await run()).items, sheetOutput(await run()).items];
		const outcomes = [items, again].map((each) => outcomesOf(each.map(({ json }) => json)));
		expect(outcomes).toEqual([
			['issued', 'issued'],
			['skipped', 'skipped'],
		]);
		expect(await chargedByAmount(e2e)).toEqual({ 1: 1, 2: 1 });
	});

	test('Token that expires in mid-run: renewed, every row once', async () => {
		await e2e.sandbox.admin.configure({ login: { lifetimeUses: 5 } });
		const amounts = Array.from({ length: 12 }, (_, index) => index + 1);
		const execution = await runSheet(e2e, sheetOf(...amounts), { options: { concurrency: 2 } });
		expect(execution.status).toBe('success');
		const once = Object.fromEntries(amounts.map((amount) => [amount, 1]));
		expect(await chargedByAmount(e2e)).toEqual(once);
	});

	test('GMC Trigger: a completed addition, once', async () => {
		const { admin } = e2e.sandbox;
		const { _id } = await admin.createAddition({ status: 'PENDING' });
		const { credentialId, client } = e2e;
		const id = await client.publish(triggerWorkflow(), credentialId);
		await twoLooks(e2e);
		await admin.settle(_id, 'COMPLETED');
		await twoLooks(e2e);
		await twoLooks(e2e);
		await client.deactivate(id);
		expect((await client.allFinished(id)).flatMap(startedWith)).toEqual([_id]);
	});
});
