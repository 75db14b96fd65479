import {
	COMMON_USER,
	DEMO_CUSTOMERS,
	OUTSIDER_ADDITION_ID,
	OUTSIDER_CUSTOMER,
} from '../../sandbox/seeds';
import { defaultSettings } from '../../sandbox/settings-tools';
import { ANA, charge, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const DAY = 24 * 60 * 60 * 1000;
describe('seeds', () => {
	it('demo: customers with all kinds of tax IDs, and users and records to be refused', async () => {
		const { admin } = bench.sandbox;
		const customers = await admin.customers();
		expect(customers.map(({ _id }) => _id)).toEqual(
			[...DEMO_CUSTOMERS, OUTSIDER_CUSTOMER].map(({ _id }) => _id),
		);
		expect(customers.filter(({ taxId }) => taxId.startsWith('0')).length).toBeGreaterThan(2);
		expect(customers.filter(({ taxId }) => /[A-Z]/.test(taxId))).toHaveLength(1);
		expect((await admin.additions()).map(({ _id }) => _id)).toEqual([OUTSIDER_ADDITION_ID]);
		expect((await bench.session(COMMON_USER)).Authorization).not.toContain('undefined');
	});

	it('empty: one user who can log in, nothing else', async () => {
		const { admin } = bench.sandbox;
		await admin.reset({ seed: 'empty' });
		expect([await admin.customers(), await admin.additions()]).toEqual([[], []]);
		const headers = await bench.session();
		expect((await bench.api.get('/customers/all', { headers })).data).toEqual([]);
		await expect(admin.createAddition()).rejects.toThrow('There is no customer yet');
	});

	it('large: as many as the settings say', async () => {
		const { admin } = bench.sandbox;
		await admin.reset({ seed: 'large', settings: { seedSize: 300, seedAdditions: 700 } });
		const customers = await admin.customers();
		expect(customers).toHaveLength(300);
		expect(new Set(customers.map(({ _id }) => _id)).size).toBe(300);
		const { data } = await bench.api.get(LIST, { headers: await bench.session() });
		expect(data).toMatchObject({ recordsTotal: 700 });
		expect((await admin.invariants()).ok).toBe(true);
	});

	it('large: additions spread over days', async () => {
		const { admin } = bench.sandbox;
		const settings = { seedSize: 5, seedAdditions: 100, seedAdditionDays: 10 };
		await admin.reset({ seed: 'large', settings });
		const instants = (await admin.additions()).map(({ createdAt }) => Date.parse(createdAt));
		const gaps = instants.slice(1).map((instant, index) => instant - instants[index]);
		expect(new Set(gaps)).toEqual(new Set([DAY / 10]));
		expect(Date.now() - instants[99] - DAY / 10).toBeLessThan(60_000);
	});
});

describe('reset', () => {
	it('brings everything back: state, journal, faults, clock, sessions, settings', async () => {
		const { admin } = bench.sandbox;
		const headers = await bench.session();
		await bench.api.post(ISSUE, charge(), { headers });
		await bench.api.delete(`/customers/${ANA._id}`, { headers });
		await admin.addFault({ route: '*', action: { type: 'hang' } });
		await admin.freezeClock('2026-01-01T00:00:00Z');
		await admin.configure({ list: { cutAt: 5 } });
		await admin.reset({ settings: { login: { status: 201 } } });
		expect((await admin.additions()).map(({ source }) => source)).toEqual(['seed']);
		expect((await admin.customers()).filter(({ deleted }) => deleted)).toEqual([]);
		expect([await admin.journal(), await admin.faults()]).toEqual([[], []]);
		expect((await admin.clock()).frozen).toBe(false);
		expect((await bench.api.get(LIST, { headers })).status).toBe(401);
		const defaults = defaultSettings();
		expect(await admin.settings()).toEqual({
			...defaults,
			login: { ...defaults.login, status: 201 },
		});
	});

	it('goes back to the first seed unless another is named, and refuses an unknown one', async () => {
		const { admin } = bench.sandbox;
		await admin.reset({ seed: 'empty' });
		await admin.reset();
		expect(await admin.customers()).toHaveLength(DEMO_CUSTOMERS.length + 1);
		await expect(admin.reset({ seed: 'none' as 'empty' })).rejects.toThrow(/seed/);
	});
});
