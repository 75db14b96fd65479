import { DEMO_CUSTOMERS } from '../../../../sandbox/seeds';
import { ISSUE, LIST_ADDITIONS, Service, outcomeOf } from '../../../../harness/engine/service';

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const elisa = DEMO_CUSTOMERS[4];
const history = { duplicateProtection: 'history' };
const sheet = [
	{ customer: ana.taxId, amount: 1 },
	{ customer: bruno.taxId, amount: 2 },
];

describe('duplicate protection: history', () => {
	test('skips what an earlier execution has issued, and returns it', async () => {
		const first = await service.add(sheet);
		const { items, hints } = await service.add(
			[...sheet, { customer: ana.taxId, amount: 9 }],
			history,
		);
		expect(items.map(outcomeOf)).toEqual(['skipped', 'skipped', 'issued']);
		expect(items[0].json._id).toBe(first.items[0].json._id);
		expect(hints).toEqual(['2 of 3 rows skipped as already issued']);
		expect(await service.charged(ana._id, 1)).toBe(1);
	});

	test('counts equal rows: two rows and one addition mean one more', async () => {
		await service.add([sheet[0]]);
		const { items } = await service.add([sheet[0], sheet[0]], history);
		expect(items.map(outcomeOf)).toEqual(['skipped', 'issued']);
		const again = await service.add([sheet[0], sheet[0]], history);
		expect(again.items.map(outcomeOf)).toEqual(['skipped', 'skipped']);
		expect(await service.charged(ana._id, 1)).toBe(2);
	});

	test.each(['asSent', '_id', 'taxId'] as const)(
		'knows a customer by any name, the list showing it as %s',
		async (echoCustomerIdentifier) => {
			await service.restart({ additions: { echoCustomerIdentifier } });
			await service.add([{ customer: elisa.taxId, amount: 5 }]);
			for (const customer of ['52998224725', '529.982.247-25']) {
				const { items } = await service.add([{ customer, amount: 5 }], {
					...history,
					validateFirst: false,
				});
				expect(items.map(outcomeOf)).toEqual(['skipped']);
			}
			expect(await service.charged(elisa._id)).toBe(1);
		},
	);

	test('finds what is issued in whichever field of the envelope the list has it', async () => {
		const first = await service.add([sheet[0]]);
		const addition = first.items[0].json;
		const bodies = [
			{ balanceTransaction: addition, data: null },
			{ balanceTransaction: null, data: addition },
			{ balanceTransaction: {}, data: [addition] },
			{ balanceTransaction: addition, data: [] },
			{ data: { balanceTransaction: [addition] }, results: null },
		];
		for (const body of bodies) {
			await service.admin.clearFaults();
			const action = { type: 'json', status: 200, body } as const;
			await service.admin.addFault({ route: LIST_ADDITIONS, action });
			const { items, error } = await service.add([sheet[0]], history);
			expect([body, error?.message, items.map(outcomeOf)]).toEqual([body, undefined, ['skipped']]);
		}
		expect(await service.charged(ana._id)).toBe(1);
	});

	test.each([
		['says in digits that it is cut', { balanceTransaction: [], recordsFiltered: '3' }],
		['holds what cannot be recognized', { balanceTransaction: { id: 'x' }, data: null }],
	])('sends nothing where the list %s', async (_what, body) => {
		const action = { type: 'json', status: 200, body } as const;
		await service.admin.addFault({ route: LIST_ADDITIONS, action });
		const { error } = await service.add([sheet[0]], history);
		expect(error?.message).toMatch(/Nothing was sent/);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test.each([
		['another amount', { amount: 1.01 }],
		['another currency', { currency: 'USD' }],
		['another customer', { customer: bruno.taxId }],
	])('does not take %s for the same', async (_, change) => {
		await service.add([sheet[0]]);
		const { items } = await service.add([{ ...sheet[0], ...change }], history);
		expect(items.map(outcomeOf)).toEqual(['issued']);
	});

	test('counts from the start of today, or from the time that is given', async () => {
		const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString();
		const { taxId: customerIdentifier } = ana;
		await service.admin.createAddition({ customerIdentifier, amount: 1, createdAt: hoursAgo(50) });
		expect((await service.add([sheet[0]], history)).items.map(outcomeOf)).toEqual(['issued']);
		const since = { ...history, duplicatesSince: hoursAgo(60) };
		const { items } = await service.add([sheet[0], sheet[0], sheet[0]], since);
		expect(items.map(outcomeOf)).toEqual(['skipped', 'skipped', 'issued']);
	});

	test('does not count what was made before the time that is given, though the list has it', async () => {
		const createdAt = new Date(Date.now() - 2 * 60_000).toISOString();
		await service.admin.createAddition({ customerIdentifier: ana.taxId, amount: 1, createdAt });
		const since = new Date(Date.now() - 60_000).toISOString();
		const { items } = await service.add([sheet[0]], { ...history, duplicatesSince: since });
		expect(items.map(outcomeOf)).toEqual(['issued']);
	});

	test('counts from a moment within a second that the service does not tell', async () => {
		await service.restart({ timestamps: { createdAtFormat: 'epochSeconds' } });
		const since = new Date(Math.floor(Date.now() / 1000) * 1000 + 999).toISOString();
		await service.add([sheet[0]]);
		const { items } = await service.add([sheet[0]], { ...history, duplicatesSince: since });
		expect(items.map(outcomeOf)).toEqual(['skipped']);
	});

	test('does not count an addition that failed', async () => {
		await service.admin.createAddition({
			customerIdentifier: ana.taxId,
			amount: 1,
			status: 'FAILED',
		});
		expect((await service.add([sheet[0]], history)).items.map(outcomeOf)).toEqual(['issued']);
	});

	test('shows in a dry run what it would skip', async () => {
		await service.add([sheet[0]]);
		const { items } = await service.add(sheet, { ...history, dryRun: true });
		expect(items.map(outcomeOf)).toEqual(['skipped', 'planned']);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('reads a list that the service cuts, part by part', async () => {
		await service.restart({ list: { cutAt: 3, order: 'oldest' } });
		for (let day = 0; day < 8; day++) {
			const createdAt = new Date(Date.now() - day * 86_400_000).toISOString();
			const customerIdentifier = ana.taxId;
			await service.admin.createAddition({ customerIdentifier, amount: day + 1, createdAt });
		}
		const since = new Date(Date.now() - 9 * 86_400_000).toISOString();
		const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((amount) => ({ customer: ana.taxId, amount }));
		const { items } = await service.add(rows, { ...history, duplicatesSince: since });
		expect(items.map(outcomeOf)).toEqual(rows.map(() => 'skipped'));
	});

	test('sends nothing when a single day comes cut', async () => {
		await service.restart({ list: { cutAt: 1 } });
		for (let count = 0; count < 3; count++) await service.admin.createAddition();
		const { error } = await service.add(sheet, history);
		expect(error?.message).toMatch(/comes cut, so Duplicate Protection cannot tell/);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('sends nothing when the list cannot be had', async () => {
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			action: { type: 'status', status: 500 },
		});
		const stopped = await service.add(sheet, history);
		expect(stopped.error?.message).toMatch(/^GMC failed to answer \(500\)/);
		const { items } = await service.add(sheet, history, { onError: 'continueRegularOutput' });
		expect(items.map(outcomeOf)).toEqual(['notAttempted', 'notAttempted']);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('completes a sheet that was broken off, without doubles', async () => {
		await service.admin.addFault({ route: ISSUE, nth: 2, action: { type: 'commitThenHang' } });
		await service.restart({ additions: { visibleAfterSeconds: 300 } });
		await service.admin.addFault({ route: ISSUE, nth: 2, action: { type: 'commitThenReset' } });
		const rows = [...sheet, sheet[0], sheet[1]];
		const broken = await service.add(rows, { concurrency: 1 });
		expect(broken.error?.context.details?.outcome).toBe('unknown');
		await service.admin.advanceClock({ minutes: 6 });
		const { items } = await service.add(rows, history);
		expect(items.map(outcomeOf)).toEqual(['skipped', 'skipped', 'issued', 'issued']);
		expect(await service.charged(ana._id, 1)).toBe(2);
		expect(await service.charged(bruno._id, 2)).toBe(2);
	});
});
