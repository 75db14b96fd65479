import type { IDataObject } from 'n8n-workflow';
import { BATCH, KEY, LIST_CUSTOMERS, OFF, RECENT } from './given';
import { ana, BY_ID, elsewhere, row } from './people';
import { AFTER_HOLD, errorOf, passTime, Service } from './support';

// Two active customers share a tax ID, which service.md does not rule out. Each row names its customer by `_id`.

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
const by = async (rows: IDataObject[], options: IDataObject, setup: object = {}) =>
	await service.addOn(rows, options, { parameters: BY_ID as never, ...setup });
/** What each of the two got, by the sandbox's books. */
const paid = async () => {
	const { additions } = await service.admin.charges();
	const of = (id: string) =>
		additions.filter((one) => (one as unknown as { customerId: string }).customerId === id).length;
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

	test('a batch that has paid both is skipped when it is run again', async () => {
		const rows = [ana._id, second].map((customer) => ({ customer, amount: 10 }));
		expect((await by(rows, BATCH)).outcomes).toEqual(['issued', 'issued']);
		const again = await by(rows, BATCH);
		expect(again.outcomes).toEqual(['skipped', 'skipped']);
	});

	test('a batch pays a customer who comes later and has the same tax ID', async () => {
		expect((await by([{ customer: ana._id, amount: 10 }], BATCH)).outcomes).toEqual(['issued']);
		const rows = [ana._id, second].map((customer) => ({ customer, amount: 10 }));
		expect((await by(rows, BATCH)).outcomes).toEqual(['skipped', 'issued']);
	});

	test('Recent says only what is true of the other customer', async () => {
		await by([{ customer: ana._id, amount: 10 }], RECENT);
		const run = await by([{ customer: second, amount: 10 }], RECENT);
		expect(run.outcomes).toEqual(['issued']);
	});

	test('and of a top-up by somebody else', async () => {
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		const run = await by([{ customer: second, amount: 10 }], RECENT);
		if (run.outcomes[0] !== 'issued')
			expect(errorOf(run)).toMatch(/Outra Ana may have been given 10.00 BRL/);
		expect(run.outcomes).toEqual([echo === 'taxId' ? 'rejected' : 'issued']);
	});

	test.each([OFF, BATCH])('a row that gives the tax ID is refused: %j', async (options) => {
		const run = await by([{ customer: ana.taxId, amount: 10 }], options);
		expect([run.codes, errorOf(run)]).toEqual([
			['CUSTOMER_AMBIGUOUS'],
			expect.stringMatching(`2 customers share this tax ID \\(${ana._id}, ${second}\\)`),
		]);
	});

	test.each([OFF, RECENT])('Retry tells what it has paid as issued: %j', async (options) => {
		await service.refuse({ match: { amount: 3 }, times: 1 });
		const rows = [
			{ customer: ana._id, amount: 10 },
			{ customer: second, amount: 11 },
			{ customer: ana._id, amount: 3 },
		];
		const one = { ...options, concurrency: 1 };
		const setup = { parameters: BY_ID as never };
		const failed = await service.add(rows, one, setup);
		expect(await paid()).toEqual([1, 1]);
		const run = await service.retryOn(failed, one, setup);
		expect(run.outcomes).toEqual(['issued', 'issued', 'issued']);
	});

	test.each([0, 1])(
		'of two lost answers, the one that was done (%i) is not given to the other customer',
		async (done) => {
			const rows = [ana._id, second].map((customer) => ({ customer, amount: 10, key: customer }));
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
		},
	);
});

const late = { visibleAfterSeconds: 60, echoCustomerIdentifier: '_id' } as const;

test.each([RECENT, OFF, BATCH])(
	'a row whose answer was lost stays unknown after its customer was made again: %j',
	async (protection) => {
		await service.restart({ additions: late });
		await service.lose('done');
		const failed = await service.add([row(1)], protection);
		expect(failed.outcomes).toEqual(['unknown']);
		await elsewhere(service, 'DELETE', `/${ana._id}`);
		await twin('Ana Nova');
		passTime(AFTER_HOLD);
		const run =
			protection === BATCH
				? await service.addOn([row(1)], protection)
				: await service.retryOn(failed, protection);
		expect(await service.paid()).toBe(1);
		expect(run.outcomes).not.toEqual(['rejected']);
	},
);

test.each([RECENT, OFF, BATCH])(
	'a row whose answer was lost stays unknown where another customer has its tax ID: %j',
	async (protection) => {
		await service.restart({ additions: late, customers: { duplicateTaxId: 'allow' } });
		const second = await twin('Outra Ana');
		await service.lose('done', 2);
		const rows = [
			{ customer: second, amount: 11 },
			{ customer: ana._id, amount: 10 },
		];
		const options = { ...protection, concurrency: 1 };
		const setup = { parameters: BY_ID as never };
		const failed = await service.add(rows, options, setup);
		expect(failed.outcomes).toEqual(['issued', 'unknown']);
		const run =
			protection === BATCH
				? await service.addOn(rows, options, setup)
				: await service.retryOn(failed, options, setup);
		expect(await service.paid()).toBe(2);
		expect(run.outcomes[1]).toBe('unknown');
	},
);

test.each(['AB123456', '123456789', '12.345.678/0001-X', 'PASSPORT-0012345678'])(
	'so is it where they share the tax ID %s, which is no CPF or CNPJ',
	async (taxId) => {
		await service.restart({ customers: { duplicateTaxId: 'allow' } });
		for (const name of ['Primeira', 'Segunda'])
			await elsewhere(service, 'POST', '', { taxId, name, email: 'x@example.com' });
		const all = await service.admin.customers();
		await keyIsOfOne(all.filter((one) => one.taxId === taxId).map(({ _id }) => _id));
	},
);

test.each([BATCH, OFF, RECENT])(
	'what was paid is told after the other customer was deleted: %j',
	async (protection) => {
		await start('asSent');
		await service.refuse({ match: { amount: 3 }, times: 1 });
		const options = { ...protection, concurrency: 1 };
		const rows = [ana._id, second, ana._id].map((customer, at) => ({
			customer,
			amount: at === 2 ? 3 : 10,
		}));
		const failed = await service.add(rows, options, { parameters: BY_ID as never });
		await elsewhere(service, 'DELETE', `/${second}`);
		passTime({ seconds: 600 });
		const setup = { parameters: BY_ID as never };
		const again = [rows[0], rows[2]];
		const run =
			protection === BATCH
				? await by(again, options)
				: await service.retryOn(failed, options, { ...setup, rows: again } as never);
		expect(run.outcomes.filter((outcome) => outcome === 'rejected')).toEqual([]);
		expect(await service.charged(ana._id)).toBe(2);
	},
);

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
