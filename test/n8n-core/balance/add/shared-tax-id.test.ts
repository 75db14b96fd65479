import type { IDataObject } from 'n8n-workflow';
import { BATCH, KEY, LIST_CUSTOMERS, OFF, RECENT } from './given';
import { ana, elsewhere, GIVEN_BY_ID, row } from './people';
import { AFTER_HOLD, comeAgain, errorOf, passTime, Service } from './support';

// Two active customers share a tax ID, which service.md does not rule out. Each row names its customer by `_id`.
// promises.md P37

const service = Service.forThisFile();
const ECHOES = ['asSent', '_id', 'taxId'] as const;
let second: string;

const twin = async (name: string) => {
	await elsewhere(service, 'POST', '', { taxId: ana.taxId, name, email: 'twin@example.com' });
	return (await service.admin.customers()).find((one) => one.name === name)!._id;
};

async function start(echo: (typeof ECHOES)[number], more: object = {}): Promise<void> {
	const additions = { echoCustomerIdentifier: echo, ...more };
	await service.restart({ additions, customers: { duplicateTaxId: 'allow' } });
	second = await twin('Outra Ana');
}
const by = async (rows: IDataObject[], options: IDataObject) =>
	await service.addOn(rows, options, GIVEN_BY_ID);
const toBoth = () => [ana._id, second].map((customer) => ({ customer, amount: 10 }));
/** What each of the two got, by the sandbox's books. */
const paid = async () => {
	const { additions } = await service.admin.charges();
	const of = (id: string) => additions.filter(({ customerId }) => customerId === id).length;
	return [of(ana._id), of(second)];
};

async function keyIsOfOne(ids: string[]): Promise<void> {
	const rows = ids.map((customer) => ({ key: 'k', customer, amount: 10 }));
	expect((await by(rows, KEY)).outcomes).toEqual(['rejected', 'rejected']);
	expect((await by([rows[0]], KEY)).outcomes).toEqual(['issued']);
	expect((await by([rows[1]], KEY)).codes).toEqual(['IDEMPOTENCY_KEY_REUSED']);
}

describe.each(ECHOES)('echo %s', (echo) => {
	beforeEach(async () => await start(echo));

	test('a key of one is refused for the other, not skipped, and in one sheet for both', async () => {
		await keyIsOfOne([ana._id, second]);
	});

	test('a batch pays one who comes later, and neither again', async () => {
		expect((await by(toBoth().slice(0, 1), BATCH)).outcomes).toEqual(['issued']);
		expect((await by(toBoth(), BATCH)).outcomes).toEqual(['skipped', 'issued']);
		expect((await by(toBoth(), BATCH)).outcomes).toEqual(['skipped', 'skipped']);
	});

	test('Recent says only what is true of the other customer', async () => {
		const [first, other] = toBoth();
		await by([first], RECENT);
		expect((await by([other], RECENT)).outcomes).toEqual(['issued']);
	});

	test('and of a top-up by somebody else', async () => {
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		const run = await by(toBoth().slice(1), RECENT);
		if (run.outcomes[0] !== 'issued')
			expect(errorOf(run)).toMatch(/Outra Ana may have been given 10.00 BRL/);
		expect(run.outcomes).toEqual([echo === 'taxId' ? 'rejected' : 'issued']);
	});

	test.each([OFF, BATCH])('a row that gives the tax ID is refused: %j', async (options) => {
		const run = await by([{ customer: ana.taxId, amount: 10 }], options);
		expect([run.codes, errorOf(run)]).toEqual([
			['CUSTOMER_AMBIGUOUS'],
			expect.stringMatching(`2 customers have this tax ID \\(${ana._id}, ${second}\\)`),
		]);
	});

	test.each([OFF, RECENT])('Retry tells what it has paid as issued: %j', async (options) => {
		await service.refuse({ match: { amount: 3 }, times: 1 });
		const rows = [...toBoth(), { customer: ana._id, amount: 3 }];
		const one = { ...options, concurrency: 1 };
		const failed = await service.add(rows, one, GIVEN_BY_ID);
		expect(await paid()).toEqual([1, 1]);
		const run = await service.retryOn(failed, one, GIVEN_BY_ID);
		expect(run.outcomes).toEqual(['issued', 'issued', 'issued']);
	});

	test.each([0, 1])('of two lost answers, the done one (%i) is never the other', async (done) => {
		const rows = toBoth().map((one) => ({ ...one, key: one.customer }));
		for (const [at, { customer: customerIdentifier }] of rows.entries()) {
			const match = { customerIdentifier };
			await service.lose(at === done ? 'done' : 'never', { match, times: 1 });
		}
		const run = async (row: IDataObject) => (await by([row], KEY)).outcomes[0];
		await service.slow(80);
		await Promise.all(rows.map(run));
		await service.admin.clearFaults();
		passTime(AFTER_HOLD);
		const again = [await run(rows[0]), await run(rows[1])];
		// A list that calls both by their tax ID cannot tell whose it is.
		const isTold = echo !== 'taxId';
		expect(await paid()).toEqual(isTold ? [1, 1] : [Number(done === 0), Number(done === 1)]);
		if (!isTold) expect(again).toEqual(['unknown', 'unknown']);
	});
});

const late = { visibleAfterSeconds: 60, echoCustomerIdentifier: '_id' } as const;

test.each([RECENT, OFF, BATCH])('lost, and its customer made again: %j', async (protection) => {
	await service.restart({ additions: late });
	await service.lose('done');
	const failed = await service.add([row(1)], protection);
	expect(failed.outcomes).toEqual(['unknown']);
	await elsewhere(service, 'DELETE', `/${ana._id}`);
	await twin('Ana Nova');
	passTime(AFTER_HOLD);
	const run = await comeAgain(service, failed, [row(1)], protection);
	expect(await service.paid()).toBe(1);
	expect(run.outcomes).not.toEqual(['rejected']);
});

test.each([RECENT, OFF, BATCH])('lost, and its tax ID has another: %j', async (protection) => {
	await service.restart({ additions: late, customers: { duplicateTaxId: 'allow' } });
	second = await twin('Outra Ana');
	await service.lose('done', 2);
	const rows = toBoth().reverse();
	const options = { ...protection, concurrency: 1 };
	const failed = await service.add(rows, options, GIVEN_BY_ID);
	expect(failed.outcomes).toEqual(['issued', 'unknown']);
	const run = await comeAgain(service, failed, rows, options, GIVEN_BY_ID);
	expect(await service.paid()).toBe(2);
	expect(run.outcomes[1]).toBe('unknown');
});

const TEXTS = ['AB123456', '123456789', '12.345.678/0001-X', 'PASSPORT-0012345678'];
test.each(TEXTS)('a key is of one where the shared tax ID %s is no CPF', async (taxId) => {
	await service.restart({ customers: { duplicateTaxId: 'allow' } });
	for (const name of ['Primeira', 'Segunda'])
		await elsewhere(service, 'POST', '', { taxId, name, email: 'x@example.com' });
	const all = await service.admin.customers();
	await keyIsOfOne(all.filter((one) => one.taxId === taxId).map(({ _id }) => _id));
});

test.each([BATCH, OFF, RECENT])('a deleted other hides no payment: %j', async (protection) => {
	await start('asSent');
	await service.refuse({ match: { amount: 3 }, times: 1 });
	const options = { ...protection, concurrency: 1 };
	const rows = [...toBoth(), { customer: ana._id, amount: 3 }];
	const failed = await service.add(rows, options, GIVEN_BY_ID);
	await elsewhere(service, 'DELETE', `/${second}`);
	passTime({ seconds: 600 });
	const run = await comeAgain(service, failed, [rows[0], rows[2]], options, GIVEN_BY_ID);
	expect(run.outcomes.filter((outcome) => outcome === 'rejected')).toEqual([]);
	expect(await service.charged(ana._id)).toBe(2);
});

test('a batch tells customers apart whose tax IDs differ in leading zeros', async () => {
	const rows = ['0012345678', '12345678'].map((customer) => ({ customer, amount: 10 }));
	for (const { customer: taxId } of rows)
		await elsewhere(service, 'POST', '', { taxId, name: `N ${taxId}`, email: 'x@example.com' });
	expect((await service.addOn(rows, BATCH)).outcomes).toEqual(['issued', 'issued']);
	expect((await service.addOn(rows, BATCH)).outcomes).toEqual(['skipped', 'skipped']);
});

test('one key by tax ID and by _id is not refused while customers cannot be listed', async () => {
	const rows = [ana.taxId, ana._id].map((customer) => ({ key: 'k', customer, amount: 10 }));
	expect((await service.addOn(rows, KEY)).outcomes).toEqual(['issued', 'skipped']);
	passTime({ seconds: 600 });
	await service.refuse({ route: LIST_CUSTOMERS }, 500);
	const run = await service.addOn(rows, KEY);
	expect([...run.outcomes, ...run.codes]).not.toContain('IDEMPOTENCY_KEY_REUSED');
	expect(run.outcomes).not.toContain('rejected');
});
