import { nodeOutput } from '../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { savedExecutions, secretsIn } from './secrets';
import { askedByAmount, chargedByAmount } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { ADD, runSheet, sheetOutput, sheetOf } from '../../harness/workflows/sheet';
import { START, chain, httpRequestNode } from '../../harness/workflows/build';

jest.setTimeout(60_000);

let e2e: TestBed;

beforeAll(async () => {
	// Whatever n8n would write into its log in the worst case.
	e2e = await startTestBed({ n8n: { env: { N8N_LOG_LEVEL: 'debug' } } });
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
});
afterAll(async () => await e2e.stop());

const refuse = async (amount: number) =>
	await e2e.sandbox.admin.addFault({
		route: ISSUE,
		match: { amount },
		action: { type: 'status', status: 400, body: { code: 'BAD', message: 'no' } },
	});

describe('On Error, when GMC rejects the second row', () => {
	const run = async (onError?: string) => {
		await refuse(2);
		return await runSheet(e2e, sheetOf(1, 2, 3), {
			options: { concurrency: 1 },
			settings: onError === undefined ? {} : { onError },
		});
	};

	test('Stop Workflow ends the execution with an error that names the row', async () => {
		const execution = await run();
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.lastNodeExecuted).toBe(ADD);
		expect(execution.data.resultData.error?.message).toMatch(/^Row 2: GMC refused.*400/);
		expect(execution.data.resultData.error?.description).toMatch(
			/1 issued, 1 rejected, 1 not attempted.*Executions → Retry of this execution is safe/,
		);
		expect(await askedByAmount(e2e)).toEqual({ 1: 1, 2: 1 });
	});

	test('Continue puts the error in the place of its row', async () => {
		const execution = await run('continueRegularOutput');
		expect(execution.status).toBe('success');
		const { items, errors } = sheetOutput(execution);
		expect(errors).toEqual([]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(items.map(({ json }) => json._gmc ?? json.error)).toMatchObject([
			{ outcome: 'issued' },
			expect.stringMatching(/^Row 2: GMC refused/),
			{ outcome: 'issued' },
		]);
		expect(items[1].json.details).toMatchObject({
			outcome: 'rejected',
			statusCode: 400,
			amount: 2,
		});
	});

	test('Continue (using error output) hands the row and its error to the error output', async () => {
		const execution = await run('continueErrorOutput');
		expect(execution.status).toBe('success');
		const { items, errors } = sheetOutput(execution);
		expect(items.map(({ json, pairedItem }) => [json._gmc, pairedItem])).toMatchObject([
			[{ outcome: 'issued' }, { item: 0 }],
			[{ outcome: 'issued' }, { item: 2 }],
		]);
		expect(errors).toHaveLength(1);
		expect(errors[0].pairedItem).toEqual({ item: 1 });
		expect(errors[0].json).toMatchObject({
			...sheetOf(1, 2, 3)[1],
			error: expect.stringMatching(/^Row 2: GMC refused/),
			details: { outcome: 'rejected', statusCode: 400, code: 'REFUSED', cause: 'BAD' },
		});
	});
});

describe('money moves once', () => {
	const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

	test.each([
		['the original workflow', false],
		['the currently saved workflow', true],
	])('Retry On Fail, and "Retry execution" with %s, send only the rest', async (_, current) => {
		await refuse(3);
		const failed = await runSheet(e2e, sheetOf(1, 2, 3), { settings: retryOnFail });
		expect(failed.status).toBe('error');
		expect(await askedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 3 });

		await e2e.sandbox.admin.clearFaults();
		const retried = await e2e.client.retryExecution(failed.id, { withCurrentWorkflow: current });
		expect(retried.status).toBe('success');
		expect(sheetOutput(retried).items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued', replayed: true },
			{ outcome: 'issued', replayed: true },
			{ outcome: 'issued' },
		]);
		expect(await askedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 4 });
		expect(await chargedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 1 });
	});

	test('Retry On Fail under Continue does not pay twice when the first row fails', async () => {
		await refuse(1);
		const settings = { ...retryOnFail, onError: 'continueRegularOutput' };
		const execution = await runSheet(e2e, sheetOf(1, 2, 3), { settings });
		expect(execution.status).toBe('success');
		expect(await askedByAmount(e2e)).toEqual({ 1: 3, 2: 1, 3: 1 });
	});

	test('a lost answer is cleared up by the list of GMC', async () => {
		await e2e.sandbox.admin.addFault({
			route: ISSUE,
			nth: 2,
			action: { type: 'commitThenReset' },
		});
		const execution = await runSheet(e2e, sheetOf(1, 2, 3), { options: { concurrency: 1 } });
		expect(execution.status).toBe('success');
		expect(sheetOutput(execution).items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued' },
			{ outcome: 'issued', reconciled: true },
			{ outcome: 'issued' },
		]);
		expect(await askedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 1 });
	});

	test('a token that expires in mid-run is renewed, and no row is lost or doubled', async () => {
		await e2e.sandbox.admin.configure({ login: { lifetimeUses: 5 } });
		const amounts = Array.from({ length: 12 }, (_, index) => index + 1);
		const execution = await runSheet(e2e, sheetOf(...amounts), { options: { concurrency: 2 } });
		expect(execution.status).toBe('success');
		expect(await e2e.sandbox.admin.count({ route: ISSUE, status: 401 })).toBeGreaterThan(0);
		expect(await chargedByAmount(e2e)).toEqual(
			Object.fromEntries(amounts.map((amount) => [amount, 1])),
		);
	});
});

const ask = async (credentialId: string, path = '/customers/all', body?: object) => {
	const node = httpRequestNode('Ask GMC', `${e2e.sandbox.baseUrl}${path}`, body);
	const { id } = await e2e.client.importWorkflow(chain('HTTP', node), { credentialId });
	return await e2e.client.runWorkflow(id, { triggerName: START });
};

test("the credential works in n8n's own HTTP Request node", async () => {
	const execution = await ask(e2e.credentialId);
	expect(execution.status).toBe('success');
	const ids = nodeOutput(execution, 'Ask GMC')[0].map(({ json }) => json._id);
	expect(ids.sort()).toEqual(DEMO_CUSTOMERS.map(({ _id }) => _id).sort());
});

test("n8n's own HTTP Request node sends a POST once more whose answer was lost, and pays twice", async () => {
	// It has one repetition, which a login would use up.
	await ask(e2e.credentialId);
	const lost = { type: 'commitThenReset' } as const;
	await e2e.sandbox.admin.addFault({ route: ISSUE, action: lost, times: 1 });
	const body = { customerIdentifier: DEMO_CUSTOMERS[0]._id, amount: 10, currency: 'BRL' };
	const execution = await ask(e2e.credentialId, '/transactions/add-balance', body);
	expect(execution.status).toBe('success');
	expect(await chargedByAmount(e2e)).toEqual({ 10: 2 });
});

test('nothing secret is in the executions that n8n saves, nor in its log', async () => {
	const right = await e2e.sandbox.admin.credential();
	const wrong = { ...right, senha: 'not-the-senha', clientSecret: 'not-the-client-secret' };
	const credentials = [right, wrong, { ...wrong, senha: right.senha }];
	const statuses = [];
	for (const data of credentials) {
		const credentialId = await e2e.client.createCredential('gmcApi', 'GMC', data);
		await e2e.sandbox.admin.addFault({ route: ISSUE, action: { type: 'commitThenReset' } });
		statuses.push((await ask(credentialId)).status);
		statuses.push((await runSheet({ ...e2e, credentialId }, sheetOf(1, 2))).status);
	}
	expect(statuses).toEqual(['success', 'success', 'error', 'error', 'error', 'error']);

	const kept = [...(await savedExecutions(e2e)), e2e.n8n.logs()];
	expect(kept.length).toBeGreaterThan(statuses.length);
	const found = credentials.map((credential) =>
		kept.flatMap((text) => secretsIn(text, credential)),
	);
	expect(found).toEqual([[], [], []]);
	expect(secretsIn(JSON.stringify(right), right)).toEqual(['senha', 'clientSecret']);
});
