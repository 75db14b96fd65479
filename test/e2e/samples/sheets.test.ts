import axios from 'axios';
import { DateTime } from 'luxon';
import { getLocal } from 'mockttp';
import { nodeOutput } from '../../../harness/n8n/executions';
import { guestForThisFile } from '../../../harness/n8n/shared';
import type { Execution, WorkflowJson } from '../../../harness/n8n/types';
import {
	withChosenCredential,
	withDryRun,
	withNodeOff,
	withNodes,
	withParameters,
	withSettings,
} from '../../../harness/samples/changes';
import {
	CalledSample,
	importSample,
	loadSample,
	newLedger,
	runSample,
	runScheduled,
	type SampleName,
	type SampleSetup,
	TOP_UP_TRIGGER,
} from '../../../harness/samples/samples';
import { readOutcomes } from '../../../harness/samples/outcome';
import { TOP_UPS } from '../../../harness/samples/top-ups';
import { askedToIssue, charged, charges } from '../../../harness/sandbox/books';
import { ISSUE, LIST_CUSTOMERS } from '../../../harness/sandbox/routes';
import { until } from '../../../harness/system/until';
import { polledEvery } from '../../../harness/workflows/build';
import { twoLooks } from '../../../harness/workflows/trigger';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// The samples that read a file, or the list of customers.

jest.setTimeout(90_000);

const SPREADSHEET = 'top-up-from-spreadsheet';
const HEAD = 'id;name;customer_id;tax_id;amount;currency';
const [ana, bruno, carla] = DEMO_CUSTOMERS;

const e2e = guestForThisFile();

beforeEach(async () => await e2e.sandbox.admin.reset());

const run = async (name: SampleName, setup?: SampleSetup) => await runSample(e2e, name, setup);
const count = (execution: Execution, node: string) => nodeOutput(execution, node).flat().length;
const message = ({ data }: Execution) => data.resultData.error?.message;
const codes = (execution: Execution) =>
	readOutcomes(execution).map(({ outcome, code }) => code ?? outcome);
const idOf = (name: string) => DEMO_CUSTOMERS.find((customer) => customer.name === name)?._id;

describe('Top up customers from a spreadsheet', () => {
	test('pays each row once, with the right customer and amount, also if it is run again days later', async () => {
		const ledger = newLedger();
		const plan = await run(SPREADSHEET, { ledger, change: withDryRun });
		expect([plan.status, ...codes(plan)]).toEqual(['success', ...TOP_UPS.map(() => 'planned')]);
		const execution = await run(SPREADSHEET, { ledger });
		expect(execution.status).toBe('success');
		const additions = await charges(e2e);
		const found = readOutcomes(execution).map(({ additionId }) => {
			const one = additions.find(({ _id }) => _id === additionId);
			return one && [one.customerId, one.amount, one.currency];
		});
		expect(found).toEqual(TOP_UPS.map(([name, ...charge]) => [idOf(name), ...charge]));
		await e2e.sandbox.admin.advanceClock({ days: 3 });
		expect(codes(await run(SPREADSHEET, { ledger }))).toEqual(TOP_UPS.map(() => 'skipped'));
		expect(await charges(e2e)).toHaveLength(TOP_UPS.length);
	});

	test('reads Portuguese headings, skips empty rows, and writes rows that failed into an Excel file', async () => {
		const execution = await run(SPREADSHEET, {
			lines: [
				'\ufeffpedido;nome;cpf;cnpj;valor;moeda',
				`P1;${ana.name};${ana.taxId};;1.234,50;BRL`,
				';;;;;',
				`P2;Somebody Else;${bruno.taxId};;10;BRL`,
				`P3;;${carla.taxId};;10;BRL`,
				`P4; \u00a0;${carla.taxId};;10;BRL`,
				`;${carla.name};${carla.taxId};;10;BRL`,
			],
		});
		expect(codes(execution)).toEqual([
			'issued',
			'CUSTOMER_NAME_MISMATCH',
			'CUSTOMER_NAME_MISMATCH',
			'CUSTOMER_NAME_MISMATCH',
			'IDEMPOTENCY_KEY_INVALID',
		]);
		expect(message(execution)).toBe(
			'Rows that need a look: 4 to correct. "Rows to fix" has the reasons.',
		);
		const [[file]] = nodeOutput(execution, 'Rows to fix');
		expect(file.binary?.data).toMatchObject({ fileName: 'rows-to-fix.xlsx' });
		expect(await charged(e2e)).toEqual([[ana._id, 1234.5, 'BRL']]);
	});

	// Who gives a row that may have been paid a new ID pays it twice.
	test('says how many rows to correct, and how many may have been paid', async () => {
		const lines = [HEAD, order('1', '10'), order('2', '1.234'), order('3', '1,234')];
		const setup = { ledger: newLedger(), lines };
		const { admin } = e2e.sandbox;
		await admin.configure({ additions: { visibleAfterSeconds: 3_600 } });
		await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
		for (let time = 0; time < 2; time++) {
			expect(message(await run(SPREADSHEET, setup))).toBe(
				'Rows that need a look: 2 to correct, 1 may have been paid (change nothing there, and run the file again). "Rows to fix" has the reasons.',
			);
		}
		expect(await charged(e2e)).toEqual([[ana._id, 10, 'BRL']]);
	});

	test('ends red when Dry Run, or a node that is off, was left in a workflow that runs on a schedule', async () => {
		expect(message(await runScheduled(e2e, SPREADSHEET, { change: withDryRun }))).toBe(
			'Rows that need a look: 20 not paid (Dry Run is on: switch it off in "Add top-up"). "Rows to fix" has the reasons.',
		);
		const change = (sample: WorkflowJson) => withNodeOff(sample, 'Add top-up');
		expect(message(await runScheduled(e2e, SPREADSHEET, { change }))).toMatch(
			/^Rows that need a look: Add top-up did not run\./,
		);
		expect(await askedToIssue(e2e.sandbox.admin)).toBe(0);
	});

	const order = (id: string, amount: string) => `${id};${ana.name};;${ana.taxId};${amount};BRL`;
	test.each([
		['the sheet is empty', [HEAD], /look: 1 to correct/],
		['the sheet has commas', [HEAD.replaceAll(';', ','), '1,x,,1,1,BRL'], /look: 1 to correct/],
		['a row is cut', [HEAD, '1;x;;1'], /Invalid Record Length/],
	])('fails and pays nothing when %s', async (_, lines, reason) => {
		expect(JSON.stringify((await run(SPREADSHEET, { lines })).data.resultData.error)).toMatch(
			reason,
		);
		expect(await askedToIssue(e2e.sandbox.admin)).toBe(0);
	});

	test('tells order numbers apart that JavaScript would round to the same number', async () => {
		const [one, other] = ['576461413038785752', '576461413038785760'];
		const execution = await run(SPREADSHEET, {
			lines: [HEAD, order(one, '10'), order(other, '20')],
		});
		expect(codes(execution)).toEqual(['issued', 'issued']);
	});
});

describe('Top up 100,000 rows', () => {
	const LARGE = 'top-up-100000-rows';

	/** Publishes it with parts of six rows. */
	async function publish(setup: SampleSetup = {}) {
		const { client, n8n } = e2e;
		const data = { name: 'X-Key', value: 'a-long-random-value' };
		const key = await client.createCredential('httpHeaderAuth', 'Key', data);
		const path = `part-${key}`;
		const { id } = await importSample(e2e, LARGE, {
			...setup,
			change: (shipped) => {
				const sample = setup.change?.(shipped) ?? shipped;
				const url = `${n8n.url}/webhook/${path}`;
				const called = withParameters(
					withParameters(sample, 'Part', () => ({ path })),
					'Send the parts',
					() => ({ url }),
				);
				const small = withParameters(called, 'Cut into parts', ({ jsCode }) => ({
					jsCode: String(jsCode).replace('5000', '6'),
				}));
				const chosen = ['httpHeaderAuth', key] as const;
				const opened = withChosenCredential(small, 'n8n-nodes-base.webhook', ...chosen);
				return withChosenCredential(opened, 'n8n-nodes-base.httpRequest', ...chosen);
			},
		});
		await client.activate(id);
		const byHand = { triggerName: TOP_UP_TRIGGER };
		return {
			run: async () => await client.runWorkflow(id, byHand),
			path,
			parts: async () => (await client.allFinished(id)).filter(({ mode }) => mode === 'webhook'),
			close: async () => await client.deactivate(id),
		};
	}

	test('pays in parts what the small sample has not paid, and nothing twice', async () => {
		const ledger = newLedger();
		const action = { type: 'status', status: 400, body: { message: 'no' } } as const;
		await e2e.sandbox.admin.addFault({ route: ISSUE, match: { amount: 250 }, action });
		await run(SPREADSHEET, { ledger });
		expect(await charges(e2e)).toHaveLength(TOP_UPS.length - 1);
		const large = await publish({ ledger });
		const refused = await large.run();
		expect(refused.status).toBe('error');
		const parts = await large.parts();
		expect(parts.map(({ status }) => status).sort()).toEqual([
			'error',
			'success',
			'success',
			'success',
		]);
		expect(parts.map(message).filter(Boolean)).toEqual([
			expect.stringMatching(/^Rows that need a look: 1 to correct\. The input of this node/),
		]);
		await e2e.sandbox.admin.clearFaults();
		expect((await large.run()).status).toBe('success');
		expect(await charges(e2e)).toHaveLength(TOP_UPS.length);
		await large.close();
	});

	test('pays nothing when a row is bad, the total is too high, or the caller has no key', async () => {
		const row = (id: string, amount: string) => `${id};${ana.name};;${ana.taxId};${amount};BRL`;
		const bad = await publish({ lines: [HEAD, row('1', '10'), row('1', '20'), row('2', '5')] });
		expect(message(await bad.run())).toMatch(/^2 of 3 rows are refused\. Nothing was sent/);
		const url = `${e2e.n8n.url}/webhook/${bad.path}`;
		const rows = [{ id: 1, name: ana.name, tax_id: ana.taxId, amount: 1, currency: 'BRL' }];
		await expect(axios.post(url, { rows }, { proxy: false })).rejects.toThrow('403');
		await bad.close();
		const dear = await publish({ lines: [HEAD, row('1', '999999'), row('2', '2')] });
		expect(JSON.stringify((await dear.run()).data.resultData.error)).toMatch(/Maximum Total/);
		await dear.close();
		expect(await askedToIssue(e2e.sandbox.admin)).toBe(0);
	});

	const off = (name: string) => (sample: WorkflowJson) => withNodeOff(sample, name);
	const checkPays = (sample: WorkflowJson) =>
		withParameters(sample, 'Check', ({ options }) => ({
			options: { ...(options as object), dryRun: false },
		}));
	test.each([
		['Add top-up is switched off', off('Add top-up'), /^The service was not able to process/],
		['Send the parts is switched off', off('Send the parts'), /look: Add top-up did not run/],
		['Check is switched off', off('Check'), /^"Check" must be switched on, with Dry Run/],
		['Check pays, because its Dry Run is off', checkPays, /^"Check" must be switched on, with/],
		['Cut into parts is switched off', off('Cut into parts'), /./],
		['Rows is switched off', off('Rows'), /./],
		['the parts have Dry Run on', withDryRun, /./],
	])('ends red and sends no part that pays when %s', async (_, change, reason) => {
		const large = await publish({ change });
		expect(message(await large.run())).toMatch(reason);
		if (change === withDryRun)
			expect(message((await large.parts())[0])).toMatch(/6 not paid \(Dry Run is on/);
		expect(await askedToIssue(e2e.sandbox.admin)).toBe(change === checkPays ? TOP_UPS.length : 0);
		await large.close();
	});
});

describe('Monthly top-ups', () => {
	const month =
		(month: string, amount = 50) =>
		(sample: WorkflowJson) => {
			const chosen = withSettings(sample, 'Another month', { month });
			return withParameters(withSettings(chosen, 'Settings', { amount }), 'Add top-up', (it) => ({
				options: { ...(it.options as object), maxPerDay: 10_000 },
			}));
		};

	const thisMonth = () =>
		DateTime.now().setZone('America/Sao_Paulo').minus({ days: 4 }).toFormat('yyyy-MM');

	test('pays every customer once a month, also one that was refused at first', async () => {
		const ledger = newLedger();
		const action = { type: 'status', status: 400, body: { message: 'Blocked' } } as const;
		const { admin } = e2e.sandbox;
		await admin.addFault({ route: ISSUE, match: { customerIdentifier: carla._id }, action });
		const setup = { ledger, change: month('2026-10') };
		const first = await run('monthly-top-ups', setup);
		expect(message(first)).toMatch(/^Customers who need a look: 1 to correct\./);
		expect(count(first, 'Paid')).toBe(DEMO_CUSTOMERS.length - 1);
		await admin.clearFaults();
		expect((await run('monthly-top-ups', setup)).status).toBe('success');
		expect(await charges(e2e)).toHaveLength(DEMO_CUSTOMERS.length);
		await run('monthly-top-ups', { ledger, change: month('2026-11') });
		expect(await charges(e2e)).toHaveLength(2 * DEMO_CUSTOMERS.length);
		// Another name for the month would be another batch, and pay it again.
		const refused = await run('monthly-top-ups', { ledger, change: month('11/2026') });
		expect(new Set(codes(refused))).toEqual(new Set(['BATCH_NAME_INVALID']));
	});

	test('fills in the month, sends nothing without an amount, and fails without customers', async () => {
		const shipped = await run('monthly-top-ups');
		expect(message(shipped)).toMatch(`look: ${DEMO_CUSTOMERS.length} to correct.`);
		const today = await run('monthly-top-ups', {
			change: (sample) => withDryRun(month('')(sample)),
		});
		const [{ json }] = nodeOutput(today, 'Paid')[0];
		expect(json.batchName).toBe(`monthly ${thisMonth()}`);
		await e2e.sandbox.admin.addFault({
			route: LIST_CUSTOMERS,
			action: { type: 'status', status: 200, body: [] },
		});
		expect((await run('monthly-top-ups', { change: month('') })).status).toBe('error');
		expect(await askedToIssue(e2e.sandbox.admin)).toBe(0);
	});

	test('its schedule pays this month, also if another month was left, and ends red with Dry Run', async () => {
		const plan = await runScheduled(e2e, 'monthly-top-ups', {
			change: (sample) => withDryRun(month('2026-01')(sample)),
		});
		expect(message(plan)).toMatch(
			/^Customers who need a look: \d+ not paid \(Dry Run is on: switch it off in "Add top-up"\)/,
		);
		const paid = await runScheduled(e2e, 'monthly-top-ups', {
			change: month('2026-01'),
		});
		expect(nodeOutput(paid, 'Paid')[0][0].json.batchName).toBe(`monthly ${thisMonth()}`);
		expect(await charges(e2e)).toHaveLength(DEMO_CUSTOMERS.length);
	});
});

test('Sync customers from a CRM: answers with the result of each contact', async () => {
	const crm = await CalledSample.publish(e2e, 'sync-customers-from-crm');
	const { status, data } = await crm.call<object[]>([
		{ taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' },
		{ taxId: ana.taxId, name: 'Ana Souza Prado', email: ana.email },
		{ taxId: bruno.taxId, name: bruno.name, email: bruno.email },
		{ taxId: '', name: 'Sem Documento', email: 'sem@example.com' },
	]);
	expect(status).toBe(200);
	expect(data).toMatchObject([
		{ action: 'created' },
		{ taxId: ana.taxId, action: 'updated', customer: ana._id },
		{ action: 'unchanged' },
		{ action: 'failed', error: expect.stringMatching(/tax ID/i) as string },
	]);
	expect((await crm.call([{ taxId: ana.taxId, name: 'Mallory' }], 'guessed')).status).toBe(403);
	const customers = await e2e.sandbox.admin.customers();
	expect(customers.find(({ _id }) => _id === ana._id)?.name).toBe('Ana Souza Prado');
	expect((await crm.executions()).map(message)).toEqual([
		'Contacts that were not saved: 1. The input of this node has the reasons.',
	]);
	await crm.close();
});

test('Sync customers from a CRM: no contact passes for saved while its node is switched off', async () => {
	const change = (sample: WorkflowJson) => withNodeOff(sample, 'Create or update');
	const crm = await CalledSample.publish(e2e, 'sync-customers-from-crm', { change });
	const { data } = await crm.call([{ taxId: ana.taxId, name: ana.name, email: ana.email }]);
	expect(data).toMatchObject([{ taxId: ana.taxId, action: 'failed' }]);
	expect((await crm.executions()).map(message)).toEqual([
		'Contacts that were not saved: 1. The input of this node has the reasons.',
	]);
	await crm.close();
});

test('Tell me when a top-up completes: one message each, none for earlier ones', async () => {
	const { admin } = e2e.sandbox;
	const messenger = getLocal();
	await messenger.start();
	await messenger.forPost('/hook').times(2).thenReply(500);
	const hook = await messenger.forPost('/hook').thenReply(200);
	const messages = async () => await hook.getSeenRequests();
	const pending = await admin.createAddition({
		amount: 1,
		status: 'PENDING',
		customerIdentifier: ana._id,
	});
	await admin.createAddition({ amount: 2, status: 'COMPLETED' });
	const shipped = polledEvery(1, await loadSample('tell-me-when-a-top-up-completes'));
	const sample = withNodes(shipped, ({ name, parameters }) =>
		name === 'Send the message'
			? {
					parameters: { ...parameters, url: `http://127.0.0.1:${messenger.port}/hook` },
					waitBetweenTries: 100,
				}
			: undefined,
	);
	const id = await e2e.client.publish(sample, e2e.credentialId);
	await twoLooks(e2e);
	await admin.settle(pending._id, 'COMPLETED');
	await until('the message', async () => (await messages()).length > 0);
	await twoLooks(e2e);
	await e2e.client.deactivate(id);
	const text = expect.stringMatching(
		`^Top-up complete: 1.00 BRL for .+ \\(${pending._id}\\)$`,
	) as string;
	const said = (await messages()).map(async ({ body }) => await body.getJson());
	expect(await Promise.all(said)).toEqual([{ text }]);
	await messenger.stop();
});
