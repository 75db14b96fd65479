import type { IDataObject } from 'n8n-workflow';
import type { GmcRun } from '../../../../../harness/engine';
import { DEMO_CUSTOMERS, ISSUE, Service, outcomeOf } from '../../../../../harness/engine';
import { Orders } from '../orders-support';

// A name that is not the expected one hides nothing of what was sent, and lets nothing be paid again.

const service = Service.forThisFile();
const orders = Orders.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;
const VERIFIED = { expectedName: '={{ $json.name }}' };
const BATCH = { ...VERIFIED, duplicateProtection: 'batch', batchName: '2026-11' };
const BY_KEY = { parameters: { idempotencyKey: '={{ $json.key }}' } };

const rowOf = (name: string, { taxId } = ana, key = 'k1', amount = 10): IDataObject => ({
	customer: taxId,
	amount,
	name,
	key,
});
const goOn = () =>
	({ onError: 'continueRegularOutput', executeWorkflow: orders.tables.executeWorkflow }) as const;
const add = async (sheet: IDataObject[], options: IDataObject, setup = {}) =>
	await service.add(sheet, options, { ...goOn(), ...setup });
const told = ({ items }: GmcRun) => items.map(outcomeOf);
const rename = async ({ _id }: typeof ana, name: string) =>
	await orders.elsewhere('PATCH', `/${_id}`, { name });
const sent = async () => await service.asked(ISSUE);
const lose = async (type: 'commitThenReset' | 'resetBefore') =>
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } });

describe.each([
	['a key', VERIFIED, BY_KEY],
	['a batch', BATCH, {}],
])('what %s has paid', (_, options, setup) => {
	test('stays skipped when its customer is called otherwise by now', async () => {
		await add([rowOf('Ana Souza')], options, setup);
		await rename(ana, 'Bianca Reis');
		await service.run({
			parameters: { resource: 'customer', operation: 'getAll' } as never,
			rows: [{}],
		});
		const run = await add([rowOf('Ana Souza'), rowOf('Bruno Lima', bruno, 'k2')], options, setup);
		expect(told(run)).toEqual(['skipped', 'issued']);
		expect(await sent()).toBe(2);
	});

	test('stays skipped when the sheet says another name by now, and a hint says so', async () => {
		await add([rowOf('Ana Souza')], options, setup);
		const run = await add([rowOf('Bruno Lima')], options, setup);
		expect(told(run)).toEqual(['skipped']);
		expect(run.items[0].json._gmc).not.toHaveProperty('nameMatch');
		expect(run.hints.join('\n')).toContain(
			'In 1 of 1 row, which were paid, the customer has another name at GMC than Expected Name. "Bruno Lima" is "Ana Souza" in row 1.',
		);
		expect(await sent()).toBe(1);
	});

	test('is said with the match', async () => {
		await add([rowOf('Ana Souza')], options, setup);
		const { items } = await add([rowOf('Ana Sousa')], options, setup);
		expect(items[0].json._gmc).toMatchObject({ outcome: 'skipped', nameMatch: 'close' });
	});

	test('was refused for the name is free, and paid once the name is right', async () => {
		expect(told(await add([rowOf('Ana Souza', bruno)], options, setup))).toEqual(['rejected']);
		expect(told(await add([rowOf('Ana Souza')], options, setup))).toEqual(['issued']);
	});

	test('is in doubt stays unknown, whatever it is called', async () => {
		await lose('resetBefore');
		expect(told(await add([rowOf('Ana Souza')], options, setup))).toEqual(['unknown']);
		expect(told(await add([rowOf('Bruno Lima')], options, setup))).toEqual(['unknown']);
	});
});

describe('the customers of a key, known from a few minutes ago', () => {
	test('are not listed anew for the expected name', async () => {
		await add([rowOf('Ana Souza')], VERIFIED, BY_KEY);
		await add([rowOf('SOUZA ANA', ana, 'k2')], VERIFIED, BY_KEY);
		expect(await orders.lists()).toBe(1);
	});

	test('are for another one: a name that was corrected at GMC counts at once', async () => {
		await add([rowOf('Ana Souza')], VERIFIED, BY_KEY);
		await rename(ana, 'Ana Souza Reis');
		const run = await add([rowOf('Ana Souza Reis', ana, 'k2')], VERIFIED, BY_KEY);
		expect(told(run)).toEqual(['issued']);
	});
});

describe('a row of another name beside an equal one that is paid', () => {
	const sheet = [rowOf('Ana Souza', bruno, 'k1'), rowOf('Bruno Lima', bruno, 'k2')];

	test('does not take its place in the batch', async () => {
		expect(told(await add(sheet, BATCH))).toEqual(['rejected', 'issued']);
		expect(told(await add(sheet, BATCH))).toEqual(['rejected', 'skipped']);
		expect(await service.charged(bruno._id, 10)).toBe(1);
	});

	test.each(['recent', 'off'])(
		'does not take its place in Retry On Fail under %s',
		async (kind) => {
			const options = { ...VERIFIED, duplicateProtection: kind };
			// With Continue, n8n tries again when the first item is an error.
			const run = await add(sheet, options, { retryOnFail: true, maxTries: 2 });
			expect(told(run)).toEqual(['rejected', 'issued']);
			expect(await orders.lists()).toBe(2);
			expect(await service.charged(bruno._id, 10)).toBe(1);
		},
	);
});

describe('a retry of the execution', () => {
	const stop = { onError: 'stopWorkflow' };

	test('replays what was paid, whatever its customer is called by now', async () => {
		const action = { type: 'status', status: 400, body: { code: 'NO', message: 'no' } } as const;
		await service.admin.addFault({ route: ISSUE, nth: [2, 3], action });
		const options = { ...VERIFIED, concurrency: 1 };
		const first = await add([rowOf('Ana Souza'), rowOf('Bruno Lima', bruno)], options, stop);
		await rename(ana, 'Bianca Reis');
		const again = await service.retry(first, options, goOn());
		expect(told(again)).toEqual(['issued', 'rejected']);
		expect(again.hints.join()).toMatch(/which were paid, the customer has another name/);
		expect(await service.charged(ana._id, 10)).toBe(1);
	});

	test('leaves what is in doubt unknown', async () => {
		await lose('resetBefore');
		const first = await add([rowOf('Ana Souza')], VERIFIED, stop);
		await rename(ana, 'Bianca Reis');
		expect(told(await service.retry(first, VERIFIED, goOn()))).toEqual(['unknown']);
		expect(await sent()).toBe(1);
	});

	test('finds what was paid and lost its answer', async () => {
		await lose('commitThenReset');
		const run = await add([rowOf('Ana Souza')], VERIFIED);
		expect(run.items[0].json._gmc).toMatchObject({ reconciled: true, nameMatch: 'match' });
	});
});

test('the bad rows of a sheet are named with those of another name, but for keys that may have paid', async () => {
	const sheet = [rowOf('Ana Souza', bruno), rowOf('Ana Souza', ana, 'k2', -1)];
	const stop = { onError: 'stopWorkflow' };
	const recent = await add(sheet, VERIFIED, stop);
	expect(recent.error?.message).toBe('2 of 2 rows are refused. Nothing was sent');
	const keyed = await add(sheet, VERIFIED, { ...stop, ...BY_KEY });
	expect(keyed.error?.message).toMatch(/^the amount/);
	expect(await sent()).toBe(0);
});
