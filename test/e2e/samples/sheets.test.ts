import { DateTime } from 'luxon';
import { nodeOutput } from '../../../harness/n8n/executions';
import type { Execution } from '../../../harness/n8n/types';
import {
	type CalledSample,
	type Change,
	DEMO_CUSTOMERS,
	inTurn,
	LIST_CUSTOMERS,
	messageOf,
	readOutcomes,
	recordsOf,
	Samples,
	type SampleSetup,
	TOP_UP_TRIGGER,
	withDryRun,
	withNodeOff,
	withOptions,
	withParameters,
	withSettings,
} from '../../../harness/samples/for-tests';
import { TOP_UPS } from '../../../harness/samples/top-ups';
import { chainFrom, gmcNode } from '../../../harness/workflows/build';

// The samples that read a file, or the list of customers.

jest.setTimeout(90_000);

const SPREADSHEET = 'top-up-from-spreadsheet';
const HEAD = 'id;name;customer_id;tax_id;amount;currency';
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const order = (id: string, amount: string) => `${id};${ana.name};;${ana.taxId};${amount};BRL`;

const samples = Samples.forThisFile();
const { e2e } = samples;
const count = (execution: Execution, node: string) => nodeOutput(execution, node).flat().length;
const codes = (execution: Execution) =>
	readOutcomes(execution).map(({ outcome, code }) => code ?? outcome);
const idOf = (name: string) => DEMO_CUSTOMERS.find((customer) => customer.name === name)?._id;

describe('Top up customers from a spreadsheet', () => {
	test('pays each row once, with the right customer and amount, also if it is run again days later', async () => {
		const plan = await samples.run(SPREADSHEET, { change: withDryRun });
		expect([plan.status, ...codes(plan)]).toEqual(['success', ...TOP_UPS.map(() => 'planned')]);
		const execution = await samples.run(SPREADSHEET);
		expect(execution.status).toBe('success');
		const additions = await samples.charges();
		const found = readOutcomes(execution).map(({ additionId }) => {
			const one = additions.find(({ _id }) => _id === additionId);
			return one && [one.customerId, one.amount, one.currency];
		});
		expect(found).toEqual(TOP_UPS.map(([name, ...charge]) => [idOf(name), ...charge]));
		await samples.admin.advanceClock({ days: 3 });
		expect(codes(await samples.run(SPREADSHEET))).toEqual(TOP_UPS.map(() => 'skipped'));
		expect(await samples.charges()).toHaveLength(TOP_UPS.length);
	});

	test('reads Portuguese headings, skips empty rows, and writes rows that failed into an Excel file', async () => {
		const execution = await samples.run(SPREADSHEET, {
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
		const refused = ['CUSTOMER_NAME_MISMATCH', 'FIELD_INVALID', 'FIELD_INVALID'];
		expect(codes(execution)).toEqual(['issued', ...refused, 'IDEMPOTENCY_KEY_INVALID']);
		expect(messageOf(execution)).toBe(
			'Rows that need a look: 4 to correct. "Rows to fix" has the reasons.',
		);
		const [[file]] = nodeOutput(execution, 'Rows to fix');
		expect(file.binary?.data).toMatchObject({ fileName: 'rows-to-fix.xlsx' });
		expect(await samples.charged()).toEqual([[ana._id, 1234.5, 'BRL']]);
	});

	// Who gives a row that may have been paid a new ID pays it twice.
	test('says how many rows to correct, and how many may have been paid', async () => {
		const lines = [HEAD, order('1', '10'), order('2', '1.234'), order('3', '1,234')];
		await samples.listLate(3_600);
		await samples.lose('done');
		for (let time = 0; time < 2; time++) {
			expect(messageOf(await samples.run(SPREADSHEET, { lines }))).toBe(
				'Rows that need a look: 2 to correct, 1 may have been paid (change nothing there, and run the file again). "Rows to fix" has the reasons.',
			);
		}
		expect(await samples.charged()).toEqual([[ana._id, 10, 'BRL']]);
	});

	test('ends red when Dry Run, or a node that is off, was left in a workflow that runs on a schedule', async () => {
		expect(messageOf(await samples.runScheduled(SPREADSHEET, { change: withDryRun }))).toBe(
			'Rows that need a look: 20 not paid (Dry Run is on: switch it off in "Add top-up"). "Rows to fix" has the reasons.',
		);
		const change = withNodeOff('Add top-up');
		expect(messageOf(await samples.runScheduled(SPREADSHEET, { change }))).toMatch(
			/^Rows that need a look: Add top-up did not run\./,
		);
		expect(await samples.asked()).toBe(0);
	});

	test.each([
		['the sheet is empty', [HEAD], /look: 1 not sent/],
		['the sheet has no row that counts', [HEAD, ';;;;;', ';;;;;BRL'], /look: 2 not sent/],
		['the sheet has commas', [HEAD.replaceAll(';', ','), '1,x,,1,1,BRL'], /look: 1 not sent/],
		['a row is cut', [HEAD, '1;x;;1'], /Invalid Record Length/],
	])('fails and pays nothing when %s', async (_, lines, reason) => {
		expect(
			JSON.stringify((await samples.run(SPREADSHEET, { lines })).data.resultData.error),
		).toMatch(reason);
		expect(await samples.asked()).toBe(0);
	});

	test('tells order numbers apart that JavaScript would round to the same number', async () => {
		const [one, other] = ['576461413038785752', '576461413038785760'];
		const execution = await samples.run(SPREADSHEET, {
			lines: [HEAD, order(one, '10'), order(other, '20')],
		});
		expect(codes(execution)).toEqual(['issued', 'issued']);
	});
});

describe('Top up 100,000 rows', () => {
	/** Sends its parts to itself. */
	const withOwnAddress: Change = (sample) => {
		const { path } = sample.nodes.find(({ name }) => name === 'Part')!.parameters;
		const url = `${e2e.n8n.url}/webhook/${String(path)}`;
		return withParameters('Send the parts', () => ({ url }))(sample);
	};
	const withPartsOfSix = withParameters('Cut into parts', ({ jsCode }) => ({
		jsCode: String(jsCode).replace('5000', '6'),
	}));
	const publish = async ({ change = inTurn(), ...setup }: SampleSetup = {}) => {
		const all = inTurn(withOwnAddress, withPartsOfSix, change);
		return await samples.publish('top-up-100000-rows', { ...setup, change: all });
	};
	const run = async ({ id }: CalledSample) =>
		await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
	const partsOf = async (sample: CalledSample) =>
		(await sample.executions()).filter(({ mode }) => mode === 'webhook');

	test('pays in parts what the small sample has not paid, and nothing twice', async () => {
		await samples.refuse({ match: { amount: 250 } });
		await samples.run(SPREADSHEET);
		expect(await samples.charges()).toHaveLength(TOP_UPS.length - 1);
		const large = await publish();
		const refused = await run(large);
		expect(refused.status).toBe('error');
		const parts = await partsOf(large);
		const ends = parts.map(({ status }) => status).sort();
		expect(ends).toEqual(['error', 'success', 'success', 'success']);
		expect(parts.map(messageOf).filter(Boolean)).toEqual([
			expect.stringMatching(/^Rows that need a look – 1 to correct\. The input of this node/),
		]);
		await samples.admin.clearFaults();
		expect((await run(large)).status).toBe('success');
		expect(await samples.charges()).toHaveLength(TOP_UPS.length);
		await large.close();
	});

	test('pays nothing when a row is bad, the total is too high, or the caller has no key', async () => {
		const bad = await publish({
			lines: [HEAD, order('1', '10'), order('1', '20'), order('2', '5')],
		});
		expect(messageOf(await run(bad))).toMatch(/^2 of 3 rows are refused\. Nothing was sent/);
		const rows = [{ id: 1, name: ana.name, tax_id: ana.taxId, amount: 1, currency: 'BRL' }];
		expect((await bad.call({ rows }, '')).status).toBe(403);
		await bad.close();
		const dear = await publish({ lines: [HEAD, order('1', '999999'), order('2', '2')] });
		expect(JSON.stringify((await run(dear)).data.resultData.error)).toMatch(/Maximum Total/);
		await dear.close();
		expect(await samples.asked()).toBe(0);
	});

	const off = withNodeOff;
	const checkPays = withOptions('Check', { dryRun: false });
	test.each([
		['Add top-up is switched off', off('Add top-up'), /^The service was not able to process/],
		['Send the parts is switched off', off('Send the parts'), /look – Add top-up did not run/],
		['Check is switched off', off('Check'), /^"Check" must be switched on, with Dry Run/],
		['Check pays, because its Dry Run is off', checkPays, /^"Check" must be switched on, with/],
		['Cut into parts is switched off', off('Cut into parts'), /./],
		['Rows is switched off', off('Rows'), /./],
		['the parts have Dry Run on', withDryRun, /./],
	])('ends red and sends no part that pays when %s', async (_, change, reason) => {
		const large = await publish({ change });
		expect(messageOf(await run(large))).toMatch(reason);
		if (change === withDryRun)
			expect(messageOf((await partsOf(large))[0])).toMatch(/6 not paid \(Dry Run is on/);
		expect(await samples.asked()).toBe(change === checkPays ? TOP_UPS.length : 0);
		await large.close();
	});
});

describe('Monthly top-ups', () => {
	const month = (name: string) =>
		inTurn(
			withSettings('Another month', { month: name }),
			withSettings('Settings', { amount: 50 }),
			withOptions('Add top-up', { maxPerDay: 10_000 }),
		);

	const thisMonth = () =>
		DateTime.now().setZone('America/Sao_Paulo').minus({ days: 4 }).toFormat('yyyy-MM');

	test('pays every customer once a month, also one that was refused at first', async () => {
		await samples.refuse({ match: { customerIdentifier: carla._id } });
		const setup = { change: month('2026-10') };
		const first = await samples.run('monthly-top-ups', setup);
		expect(messageOf(first)).toMatch(/^Customers who need a look: 1 to correct\./);
		expect(count(first, 'Paid')).toBe(DEMO_CUSTOMERS.length - 1);
		await samples.admin.clearFaults();
		expect((await samples.run('monthly-top-ups', setup)).status).toBe('success');
		expect(await samples.charges()).toHaveLength(DEMO_CUSTOMERS.length);
		await samples.run('monthly-top-ups', { change: month('2026-11') });
		expect(await samples.charges()).toHaveLength(2 * DEMO_CUSTOMERS.length);
		// Another name for the month would be another batch, and pay it again.
		const refused = await samples.run('monthly-top-ups', { change: month('11/2026') });
		expect(new Set(codes(refused))).toEqual(new Set(['BATCH_NAME_INVALID']));
	});

	test('tells who was not paid because of Maximum per Day from who has to be corrected', async () => {
		const low = withOptions('Add top-up', { maxPerDay: 1 });
		const runs = [
			await samples.run('monthly-top-ups', { change: inTurn(month('2026-10'), low) }),
			await samples.run(SPREADSHEET, { change: low }),
		];
		for (const run of runs)
			expect(messageOf(run)).toMatch(
				/look: \d+ stopped by "Maximum per Day" \(check the total, or raise it in "Add top-up"\)\. "/,
			);
		expect(await samples.asked()).toBe(0);
	});

	test('reads another month in every run by hand, also from the trigger of the schedule', async () => {
		const setup = { change: inTurn(month('2026-01'), withDryRun) };
		const execution = await samples.run('monthly-top-ups', setup, 'Days 5 to 10 at 8:00');
		expect(nodeOutput(execution, 'Paid')[0][0].json.batchName).toBe('monthly 2026-01');
	});

	test('a Retry stays with the month that was set by hand, though n8n no longer says that it is by hand', async () => {
		const action = { type: 'json', status: 403, body: { statusCode: 403, message: 'No' } } as const;
		await samples.admin.addFault({ route: LIST_CUSTOMERS, action });
		const failed = await samples.run('monthly-top-ups', { change: month('2026-01') });
		expect(failed.status).toBe('error');
		await samples.admin.clearFaults();
		const retried = await samples.retry(failed);
		expect(nodeOutput(retried, 'Paid')[0][0].json.batchName).toBe('monthly 2026-01');
	});

	test('fills in the month, sends nothing without an amount, and fails without customers', async () => {
		const shipped = await samples.run('monthly-top-ups');
		expect(messageOf(shipped)).toMatch(`look: ${DEMO_CUSTOMERS.length} to correct.`);
		const today = await samples.run('monthly-top-ups', { change: inTurn(month(''), withDryRun) });
		const [{ json }] = nodeOutput(today, 'Paid')[0];
		expect(json.batchName).toBe(`monthly ${thisMonth()}`);
		await samples.failAs200(LIST_CUSTOMERS, []);
		expect((await samples.run('monthly-top-ups', { change: month('') })).status).toBe('error');
		expect(await samples.asked()).toBe(0);
	});

	test('its schedule pays this month, also if another month was left, and ends red with Dry Run', async () => {
		const change = month('2026-01');
		const planned = { change: inTurn(change, withDryRun) };
		const plan = await samples.runScheduled('monthly-top-ups', planned);
		expect(messageOf(plan)).toMatch(
			/^Customers who need a look: \d+ not paid \(Dry Run is on: switch it off in "Add top-up"\)/,
		);
		const paid = await samples.runScheduled('monthly-top-ups', { change });
		expect(nodeOutput(paid, 'Paid')[0][0].json.batchName).toBe(`monthly ${thisMonth()}`);
		expect(await samples.charges()).toHaveLength(DEMO_CUSTOMERS.length);
	});
});

test('Make my sheet: what a person fills in is read back by its headings, and paid in a batch', async () => {
	const extract = { operation: 'xlsx', options: {} };
	const pay = {
		resource: 'balance',
		operation: 'add',
		dataMode: 'autoMapInputData',
		duplicateProtection: 'batch',
		batchName: 'made by hand',
		simplify: true,
	};
	const after = { name: 'My sheet', type: '', parameters: {} };
	const more = chainFrom(
		'Read back',
		after,
		{ name: 'Extract', type: 'n8n-nodes-base.extractFromFile', parameters: extract },
		gmcNode('Add top-up', pay),
	);
	const filled: Change = (sample) => ({
		...sample,
		nodes: [...sample.nodes, ...more.nodes.slice(1)],
		connections: { ...sample.connections, ...more.connections },
	});
	const amount = "={{ $json.name.startsWith('Ana') ? '10,50' : '' }}";
	const change = inTurn(withSettings('Columns', { amount }), filled);
	const made = await samples.run('make-my-sheet', { change });
	expect(recordsOf(made, 'Extract')).toHaveLength(DEMO_CUSTOMERS.length);
	expect(recordsOf(made, 'Add top-up')).toMatchObject([{ outcome: 'issued' }]);
	expect(await samples.charged()).toEqual([[ana._id, 10.5, 'BRL']]);
});

const NOT_SAVED = 'Contacts that were not saved: 1. The input of this node has the reasons.';

test('Sync customers from a CRM: answers with the result of each contact', async () => {
	const crm = await samples.publish('sync-customers-from-crm');
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
	const customers = await samples.admin.customers();
	expect(customers.find(({ _id }) => _id === ana._id)?.name).toBe('Ana Souza Prado');
	expect((await crm.executions()).map(messageOf)).toEqual([NOT_SAVED]);
	await crm.close();
});

test('Sync customers from a CRM: reads a list wherever it is certain, and says what came otherwise', async () => {
	const crm = await samples.publish('sync-customers-from-crm');
	const contact = { taxId: bruno.taxId, name: bruno.name, email: bruno.email };
	for (const body of [
		contact,
		[contact],
		{ contacts: [contact] },
		{ leads: [contact], total: 1 },
	]) {
		expect(await crm.call(body)).toMatchObject({ status: 200, data: [{ action: 'unchanged' }] });
	}
	for (const body of [[], { contacts: [] }]) {
		expect(await crm.call(body)).toMatchObject({ status: 200, data: [] });
	}
	for (const [body, came] of [
		[{ a: [contact], b: [contact] }, 'an object with a, b'],
		[{ name: 'Ana', phones: ['1'] }, 'an object with name, phones'],
		[{}, 'nothing'],
	] as const) {
		const error: unknown = expect.stringMatching(`^No list of contacts came, but ${came}\\.`);
		expect(await crm.call(body)).toMatchObject({
			status: 422,
			data: [{ action: 'failed', error }],
		});
	}
	expect((await crm.executions()).slice(-3).map(messageOf)).toEqual([1, 2, 3].map(() => NOT_SAVED));
	await crm.close();
});

test('Sync customers from a CRM: two contacts with one tax ID, and names that say less', async () => {
	const crm = await samples.publish('sync-customers-from-crm');
	const twins = [
		{ taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' },
		{ taxId: '987.654.321-00', name: 'Nova (antiga)', email: 'velha@example.com' },
		{ taxId: ana.taxId, name: 'Ana', email: ana.email },
	];
	for (let time = 0; time < 2; time++) {
		const { data } = await crm.call<object[]>(twins);
		const error: unknown = expect.stringMatching(/stands in rows 1–2 with different contacts/);
		const reason: unknown = expect.stringMatching(/^"Ana" is only a part/);
		expect(data).toMatchObject([
			{ action: 'failed', error },
			{ action: 'failed', error },
			{ action: 'unchanged', reason },
		]);
	}
	const names = (await samples.admin.customers()).map(({ name }) => name);
	expect([names.includes(ana.name), names.filter((name) => /^Nova/.test(name))]).toEqual([
		true,
		[],
	]);
	await crm.close();
});

test('Sync customers from a CRM: no contact passes for saved while its node is switched off', async () => {
	const change = withNodeOff('Create or update');
	const crm = await samples.publish('sync-customers-from-crm', { change });
	const { data } = await crm.call([{ taxId: ana.taxId, name: ana.name, email: ana.email }]);
	expect(data).toMatchObject([{ taxId: ana.taxId, action: 'failed' }]);
	expect((await crm.executions()).map(messageOf)).toEqual([NOT_SAVED]);
	await crm.close();
});
