import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	outcomeOf,
	passTime,
} from '../../../../../harness/engine';
import type { FaultAction } from '../../../../../sandbox/state/faults';
import { Orders, OTHER } from '../orders-support';

// Whatever has become of a customer since its list was kept: whom the row names is paid, once, and nobody else.

const service = Service.forThisFile();
const orders = Orders.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;
const ECHOES = ['asSent', '_id', 'taxId'] as const;

const lose = async (type: Extract<FaultAction, { type: `commit${string}` }>['type']) =>
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } as FaultAction });

describe.each(ECHOES)('where answers and lists call the customer by %s', (echo) => {
	beforeEach(async () => {
		await service.restart({
			additions: { echoCustomerIdentifier: echo },
			customers: { duplicateTaxId: 'allow' },
		});
		await orders.order('before', ana.taxId);
		await orders.order('before too', bruno.taxId);
	});

	const paid = async () => [await service.charged(ana._id), await service.charged(bruno._id)];

	/** Ana's tax ID is Bruno's by now. */
	const move = async () => {
		await orders.elsewhere('PATCH', `/${ana._id}`, { taxId: OTHER });
		await orders.elsewhere('PATCH', `/${bruno._id}`, { taxId: ana.taxId });
	};

	test('a tax ID that has moved pays who has it now', async () => {
		await move();
		expect(await orders.outcome('k', ana.taxId)).toBe('issued');
		expect(await orders.outcome('k', ana.taxId)).toBe('skipped');
		expect(await paid()).toEqual([1, 2]);
	});

	test('a tax ID that is given as an ID pays who has it now, too', async () => {
		await move();
		const customer = { __rl: true, mode: 'id', value: '={{ $json.customer }}' };
		const parameters = { idempotencyKey: '={{ $json.key }}', customer };
		expect(await orders.outcome('k', ana.taxId, {}, parameters)).toBe('issued');
		expect(await paid()).toEqual([1, 2]);
	});

	test('a tax ID that has moved pays whose name was verified', async () => {
		await move();
		expect(await orders.outcome('k', ana.taxId, { expectedName: ana.name })).toBe('issued');
		expect(await orders.outcome('k', ana.taxId, { expectedName: ana.name })).toBe('skipped');
		expect(await paid()).toEqual([2, 1]);
		expect(await orders.outcome('l', ana.taxId, { expectedName: bruno.name })).toBe('issued');
		expect(await paid()).toEqual([2, 2]);
	});

	test('an _id pays its customer, whatever the tax ID is', async () => {
		await move();
		expect(await orders.outcome('k', ana._id)).toBe('issued');
		expect(await orders.outcome('k', bruno._id, {}, { idempotencyKey: 'another' })).toBe('issued');
		expect(await paid()).toEqual([2, 2]);
	});

	test('a tax ID that has moved is not paid twice when the answer is lost', async () => {
		await move();
		await lose('commitThenReset');
		expect(['issued', 'unknown']).toContain(await orders.outcome('k', ana.taxId));
		passTime(AFTER_HOLD);
		const again = await orders.outcome('k', ana.taxId);
		expect(['skipped', 'unknown']).toContain(again);
		expect(await paid()).toEqual([1, 2]);
	});

	test("a tax ID that has moved is not taken for paid by another's addition", async () => {
		await move();
		await service.lose('never');
		let isMade = false;
		// Somebody tops Ana up by hand while this run looks for what it has lost.
		orders.tables.before = async () => {
			const isLost = orders.tables.tables.at(0)?.rows.some(({ outcome: one }) => one === 'unknown');
			if (!isLost || isMade) return;
			isMade = true;
			await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		};
		const { items } = await orders.order('k', ana.taxId);
		expect([isMade, outcomeOf(items[0])]).toEqual([true, 'unknown']);
		expect(await paid()).toEqual([2, 1]);
	});

	test.each([ana.taxId, ana._id])('a customer deleted since is not paid (%s)', async (customer) => {
		await orders.elsewhere('DELETE', `/${ana._id}`);
		expect(await orders.outcome('k', customer)).toBe('rejected');
		// The refusal has told that what was known is old.
		expect(await orders.outcome('k', customer)).toBe('rejected');
		expect(await service.asked(ISSUE)).toBe(3);
		expect(await service.charged(bruno._id)).toBe(1);
	});

	test.each([false, true])(
		'a tax ID that a second customer has got pays one of the two, once (answer lost: %s)',
		async (isLost) => {
			const second = { taxId: ana.taxId, name: 'Outra Ana', email: 'outra@example.com' };
			await orders.elsewhere('POST', '', second);
			if (isLost) await lose('commitThenReset');
			expect(await orders.outcome('k', ana.taxId)).toBe('issued');
			passTime(AFTER_HOLD);
			expect(await orders.outcome('k', ana._id)).toBe('skipped');
			expect(await service.charged(bruno._id)).toBe(1);
			expect(await service.asked(ISSUE)).toBe(3);
		},
	);
});

describe('in a batch, a customer that was deleted and made anew', () => {
	const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
	const make = async (taxId: string) => {
		await orders.elsewhere('DELETE', `/${ana._id}`);
		await orders.elsewhere('POST', '', { taxId, name: 'Ana', email: 'ana@example.com' });
		// Longer than this process remembers customers.
		passTime(AFTER_HOLD);
	};

	test.each([
		['under the same tax ID', ana.taxId],
		[
			'under the same tax ID in another spelling',
			ana.taxId.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'),
		],
	])('%s is not paid again', async (_, taxId) => {
		expect(await orders.outcome(undefined, ana.taxId, batch, {})).toBe('issued');
		await make(taxId);
		const { items } = await orders.order(undefined, ana.taxId, batch, {});
		expect(await service.asked(ISSUE)).toBe(1);
		expect(items[0].json.details).toMatchObject({ code: 'BATCH_ROW_CHANGED' });
	});
});
