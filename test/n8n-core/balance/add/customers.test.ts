import type { IDataObject } from 'n8n-workflow';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { BATCH, DELETE_CUSTOMER, ISSUE, KEY, LIST_CUSTOMERS, OFF, RECENT } from './given';
import { ana, bruno, BY_ANA, BY_ID, carla, customer, elsewhere, OTHER_TAX_ID } from './people';
import { AFTER_HOLD, comeAgain, passTime, Service } from './support';

// Whatever has become of a customer since its list was kept: who the row names is paid, once, and nobody else.
// promises.md P11, P36, P37

const service = Service.forThisFile();
const ECHOES = ['asSent', '_id', 'taxId'] as const;
const TWO_MAY_HAVE_IT = { duplicateTaxId: 'allow' } as const;

/** An order of 10 BRL. @returns its outcome */
const order = async (
	key: string | undefined,
	who: string,
	options: IDataObject = KEY,
	parameters: object = {},
) => {
	const rows = [{ key, customer: who, amount: 10 }];
	const run = await service.addOn(rows, options, { parameters: parameters as never });
	return run.outcomes[0];
};
const lists = async () => await service.asked(LIST_CUSTOMERS);
const asked = async () => await service.asked(ISSUE);
const correct = async () =>
	await elsewhere(service, 'PATCH', `/${ana._id}`, { taxId: OTHER_TAX_ID });

describe.each(ECHOES)('where answers and lists call the customer by %s', (echo) => {
	beforeEach(async () => {
		const additions = { echoCustomerIdentifier: echo };
		await service.restart({ additions, customers: TWO_MAY_HAVE_IT });
	});
	const paid = async () => [await service.charged(ana._id), await service.charged(bruno._id)];

	test('a tax ID that was corrected, and the _id, are the same customer still', async () => {
		await order(undefined, ana.taxId, {});
		await order('k', ana.taxId);
		await order(undefined, ana.taxId, BATCH);
		const before = await asked();
		await correct();
		for (const who of [OTHER_TAX_ID, ana._id]) {
			expect(await order(undefined, who, {})).toBe('rejected');
			expect(await order('k', who)).toBe('skipped');
			expect(await order(undefined, who, BATCH)).toBe('skipped');
		}
		expect(await asked()).toBe(before);
	});

	describe('a tax ID that has moved to another customer', () => {
		beforeEach(async () => {
			await order('before', ana.taxId);
			await order('before too', bruno.taxId);
			await correct();
			await elsewhere(service, 'PATCH', `/${bruno._id}`, { taxId: ana.taxId });
		});

		test.each([{}, BY_ID])(
			'pays who had it when they were listed, and says so: %j',
			async (more) => {
				const rows = [{ key: 'k', customer: ana.taxId, amount: 10 }];
				const { items } = await service.addOn(rows, KEY, { parameters: more as never });
				expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', customerName: ana.name });
				expect(service.ledger.at(-1)).toMatchObject({ customerName: ana.name });
				expect(await order('k', ana.taxId)).toBe('skipped');
				expect(await paid()).toEqual([2, 1]);
				passTime({ seconds: 301 });
				expect(await order('later', ana.taxId)).toBe('issued');
				expect(await paid()).toEqual([2, 2]);
			},
		);

		test('pays whose name was verified; an _id pays its customer', async () => {
			const verified = { ...KEY, expectedName: ana.name };
			expect(await order('k', ana.taxId, verified)).toBe('issued');
			expect(await order('k', ana.taxId, verified)).toBe('skipped');
			expect(await paid()).toEqual([2, 1]);
			expect(await order('l', ana.taxId, { ...KEY, expectedName: bruno.name })).toBe('issued');
			expect(await order('m', bruno._id)).toBe('issued');
			expect(await paid()).toEqual([2, 3]);
		});

		test('is not paid twice when the answer is lost', async () => {
			await service.lose('done');
			expect(['issued', 'unknown']).toContain(await order('k', ana.taxId));
			passTime(AFTER_HOLD);
			expect(['skipped', 'unknown', 'rejected']).toContain(await order('k', ana.taxId));
			expect(await paid()).toEqual([2, 1]);
		});

		test("is not taken for paid by another's addition", async () => {
			await service.lose('never');
			// Somebody tops Bruno up by hand while this run looks for what it has lost.
			const made = service.tables.once(
				() => service.ledger.some(({ outcome }) => outcome === 'unknown'),
				async () =>
					await service.admin.createAddition({ customerIdentifier: bruno._id, amount: 10 }),
			);
			expect([await order('k', ana.taxId), made.isDone]).toEqual(['unknown', true]);
			expect(await paid()).toEqual([1, 2]);
		});
	});

	test.each([ana.taxId, ana._id])('a customer deleted since is not paid (%s)', async (who) => {
		await order('before', bruno.taxId);
		await elsewhere(service, 'DELETE', `/${ana._id}`);
		expect(await order('k', who)).toBe('rejected');
		// The refusal has told that what was known is old.
		expect(await order('k', who)).toBe('rejected');
		expect([await asked(), ...(await paid())]).toEqual([2, 0, 1]);
	});

	test.each([false, true])('a tax ID that two have pays one, once (lost: %s)', async (isLost) => {
		await order('before', bruno.taxId);
		const second = { taxId: ana.taxId, name: 'Outra Ana', email: 'outra@example.com' };
		await elsewhere(service, 'POST', '', second);
		if (isLost) await service.lose('done');
		expect(await order('k', ana.taxId)).toBe('issued');
		passTime(AFTER_HOLD);
		expect(await order('k', ana._id)).toBe('skipped');
		expect([await asked(), await service.charged(bruno._id)]).toEqual([2, 1]);
	});
});

test.each([BATCH, OFF, RECENT])('swapped tax IDs pay no row again: %j', async (protection) => {
	await service.refuse({ match: { amount: 3 }, times: 1 });
	const rows = [
		{ customer: ana.taxId, amount: 10 },
		{ customer: ana.taxId, amount: 20 },
		{ customer: bruno.taxId, amount: 10 },
		{ customer: carla.taxId, amount: 3 },
	];
	const options = { ...protection, concurrency: 1 };
	const failed = await service.add(rows, options);
	const give = async ({ _id }: typeof ana, taxId: string) =>
		await elsewhere(service, 'PATCH', `/${_id}`, { taxId });
	await give(ana, OTHER_TAX_ID);
	await give(bruno, ana.taxId);
	await give(ana, bruno.taxId);
	passTime({ seconds: 600 });
	const run = await comeAgain(service, failed, rows, options);
	expect(await service.paid()).toBe(4);
	expect(run.codes.slice(0, 3)).toEqual(Array(3).fill('BATCH_ROW_CHANGED'));
});

test.each<[string, string, IDataObject]>([
	['refused under Recent', 'rejected', {}],
	['passed by under Maximum per Day', 'issued', { ...KEY, maxPerDay: 1_000 }],
])('a tax ID is corrected while a key is open: an equal row is %s', async (_, outcome, options) => {
	const additions = { echoCustomerIdentifier: 'taxId', visibleAfterSeconds: 60 } as const;
	await service.restart({ additions });
	await service.lose('done');
	expect(await order('k', ana._id)).toBe('unknown');
	await correct();
	passTime(AFTER_HOLD);
	const other = options.maxPerDay ? bruno._id : ana._id;
	expect(await order('other', other, options)).toBe(outcome);
	await order('k', ana._id);
	expect(await service.charged(ana._id)).toBe(1);
});

const NO_LISTS = [{ statusCode: 500, message: 'no', data: null }, { customers: null }];
test.each(NO_LISTS)('a list that is an error with status 200 is not nobody: %j', async (body) => {
	await service.failAs200(LIST_CUSTOMERS, body);
	for (const options of [KEY, {}])
		expect(await order('k', ana.taxId, options)).toBe('notAttempted');
});

describe('rows with keys or in a batch do without a list, by what this process knew a few minutes ago', () => {
	const made = { taxId: OTHER_TAX_ID, name: 'Nova', email: 'nova@example.com' };
	beforeEach(async () => void (await order('k1', ana.taxId)));

	test('for customers they know, by any identifier; rows without names list in each run', async () => {
		expect(await order('k2', bruno._id)).toBe('issued');
		expect(await order(undefined, bruno.taxId, BATCH)).toBe('issued');
		expect(await lists()).toBe(1);
		await order(undefined, ana.taxId, {});
		expect(await lists()).toBe(2);
	});

	test('for a customer who is new they list once; one who is not known is refused then', async () => {
		expect(await order('k2', OTHER_TAX_ID)).toBe('rejected');
		expect([await lists(), await asked()]).toEqual([2, 1]);
		await elsewhere(service, 'POST', '', made);
		expect(await order('k2', OTHER_TAX_ID)).toBe('issued');
		expect(await order('k3', OTHER_TAX_ID)).toBe('issued');
		expect(await lists()).toBe(3);
	});

	test.each<[string, object, unknown[]]>([
		['create', made, ['issued', 'issued']],
		['update', { ...BY_ANA, updateFields: { taxId: OTHER_TAX_ID } }, ['issued', 'rejected']],
		['delete', BY_ANA, ['rejected', 'rejected']],
		['delete, its answer lost', BY_ANA, ['rejected', 'rejected']],
	])('they list again after a customer operation of the same n8n: %s', async (name, more, told) => {
		const [operation, isLost] = name.split(',');
		if (isLost) await service.fault({ type: 'commitThenReset' }, { route: DELETE_CUSTOMER });
		await customer(service, operation, more).catch(() => {});
		const before = await lists();
		expect([await order('k2', OTHER_TAX_ID), await order('k3', ana.taxId)]).toEqual(told);
		expect(await lists()).toBeGreaterThan(before);
		expect(await asked()).toBe(1 + told.filter((one) => one === 'issued').length);
	});
});

test('an answer that names another customer is told, and stands in the ledger', async () => {
	await service.listLate(300);
	const item = { customerIdentifier: bruno._id, sourceAmount: 10, sourceCurrency: 'BRL' };
	const balanceTransaction = { _id: 'e'.repeat(24), status: 'COMPLETED', items: [item] };
	await service.fault({ type: 'json', status: 201, body: { balanceTransaction } }, 1);
	const { items } = await service.addOn([{ key: 'k', customer: ana.taxId, amount: 10 }], KEY);
	expect(items[0].json.details).toMatchObject({ outcome: 'unknown' });
	expect(items[0].json.error).toMatch(/top-up that was not asked for \(e+\), for Bruno Lima/);
	expect(service.ledger).toMatchObject([
		{ customerName: `${ana.name} (GMC's answer names ${bruno.name})`, outcome: 'unknown' },
	]);
});

test('a name is judged by a list that is no older than a minute', async () => {
	const named = { ...KEY, expectedName: ana.name };
	expect(await order('k1', ana.taxId, named)).toBe('issued');
	await elsewhere(service, 'PATCH', `/${ana._id}`, { name: 'Paula Reis' });
	passTime({ seconds: 61 });
	expect(await order('k2', ana.taxId, named)).toBe('rejected');
	expect(await service.charged(ana._id)).toBe(1);
});

test('a paid key is not said to be another top-up while the customers cannot be listed', async () => {
	expect(await order('k', ana.taxId)).toBe('issued');
	await customer(service, 'update', { ...BY_ANA, updateFields: { taxId: OTHER_TAX_ID } });
	expect(await order('k', OTHER_TAX_ID)).toBe('skipped');
	forgetProcess();
	await service.refuse({ route: LIST_CUSTOMERS }, 403);
	expect(await order('k', OTHER_TAX_ID)).toBe('notAttempted');
});

test('a row whose answer was lost is not called not done once its customer is gone: GMC may list it under a later tax ID', async () => {
	await service.restart({
		additions: { echoCustomerIdentifier: 'taxId', visibleAfterSeconds: 60 },
	});
	await service.lose('done');
	expect(await order(undefined, ana.taxId, OFF)).toBe('unknown');
	await correct();
	await elsewhere(service, 'DELETE', `/${ana._id}`);
	passTime(AFTER_HOLD);
	// The day counts open rows, and looks for them first.
	await order(undefined, bruno.taxId, { ...OFF, maxPerDay: 1_000 });
	expect(service.ledger[0].outcome).toBe('unknown');
});

test('a row whose tax ID has moved since it was paid tells who was paid', async () => {
	const paid = { customer: ana.taxId, amount: 10, key: 'k' };
	await service.addOn([paid], KEY);
	await elsewhere(service, 'PATCH', `/${ana._id}`, { taxId: OTHER_TAX_ID });
	await elsewhere(service, 'PATCH', `/${bruno._id}`, { taxId: ana.taxId });
	passTime({ seconds: 600 });
	for (const simplify of [true, false]) {
		const run = await service.addOn([paid], KEY, { parameters: { simplify } });
		const told = simplify ? run.items.map(({ json }) => json.outcome) : run.outcomes;
		expect(told).toEqual(['skipped']);
		expect(JSON.stringify(run.items)).not.toContain(bruno.name);
		if (simplify) expect(run.items[0].json.customerId).toBe(ana._id);
	}
});
