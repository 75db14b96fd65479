import axios from 'axios';
import { DEMO_USER } from '../../sandbox/seeds';
import { defaultSettings } from '../../sandbox/settings-tools';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { ANA, charge, idsOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();

describe('settings', () => {
	it('merges at any depth', async () => {
		const { admin } = bench.sandbox;
		await admin.configure({ list: { cutAt: 5 }, fees: { general: { fixedBrl: 2 } } });
		const settings = await admin.configure({ list: { order: 'oldest' } });
		expect(settings.list).toMatchObject({ cutAt: 5, order: 'oldest', shape: 'array' });
		expect(settings.fees.general).toMatchObject({ fixedBrl: 2, percentageRate: 0.01 });
		expect((await admin.configure({ list: { cutAt: null } })).list.cutAt).toBeNull();
	});

	it.each([
		[{ list: { cutat: 5 } }, /cutat/],
		[{ list: { timeZone: 'Mars/Olympus' } }, /time zone/],
		[{ rates: { brlPerGmc: 0 } }, /brlPerGmc/],
	])('refuses %j and changes nothing', async (part, message) => {
		const { admin } = bench.sandbox;
		await expect(admin.configure(part as SandboxSettingsInput)).rejects.toThrow(message);
		expect(await admin.settings()).toEqual(defaultSettings());
	});

	it('describes each with its default', async () => {
		const described = await bench.sandbox.admin.settingsSchema();
		expect(described.filter(({ description }) => description === '')).toEqual([]);
		expect(described).toContainEqual({
			path: 'list.finalDateInclusive',
			default: true,
			description: 'finalDate includes that whole day',
		});
	});
});

describe('records put in by hand', () => {
	it('takes an addition of any status and time', async () => {
		const { admin } = bench.sandbox;
		const fields = { amount: 5, currency: 'GMC', customerIdentifier: ANA.taxId } as const;
		const createdAt = '2026-01-01T00:00:00.000Z';
		const addition = await admin.createAddition({ ...fields, status: 'QUEUED', createdAt });
		expect(addition).toMatchObject({
			...fields,
			customerId: ANA._id,
			status: 'QUEUED',
			visible: true,
			createdAt,
			updatedAt: createdAt,
			settledAt: null,
			targetGmcAmount: '4.95',
		});
		expect(idsOf(await bench.api.get(LIST, { headers: await bench.session() }))).toEqual([
			addition._id,
		]);
	});

	it('lets an addition settle by itself, and hides it for a while', async () => {
		const { admin } = bench.sandbox;
		await admin.freezeClock();
		const late = { settleAfterSeconds: 5, visibleAfterSeconds: 5 };
		expect(await admin.createAddition({ status: 'PENDING', ...late })).toMatchObject({
			visible: false,
		});
		await admin.advanceClock({ seconds: 5 });
		const [addition] = (await admin.additions()).slice(-1);
		expect(addition).toMatchObject({ status: 'COMPLETED', visible: true });
	});

	it('takes a customer with a balance, and makes up what is missing', async () => {
		const { admin } = bench.sandbox;
		const customer = await admin.createCustomer({ balanceGmc: '12.5' });
		expect(customer).toMatchObject({ userId: DEMO_USER._id, balanceGmc: '12.5', deleted: false });
		expect(await admin.createCustomer()).not.toMatchObject({ taxId: customer.taxId });
	});

	it('refuses what cannot be', async () => {
		const { admin } = bench.sandbox;
		const nobody = { customerIdentifier: 'nobody' };
		await expect(admin.createAddition(nobody)).rejects.toThrow('There is no customer nobody');
		await expect(admin.createAddition({ amount: -1 })).rejects.toThrow(/amount/);
		await expect(admin.createCustomer({ _id: ANA._id })).rejects.toThrow(/already/);
		await expect(admin.advanceClock({ seconds: -1 })).rejects.toThrow('backwards');
	});
});

it('keeps its books right after charges, failures, reversals and deletions', async () => {
	const { admin } = bench.sandbox;
	const headers = await bench.session();
	for (const currency of ['BRL', 'USDT', 'GMC', 'USD']) {
		await bench.api.post(ISSUE, charge({ amount: 0.07, currency }), { headers });
	}
	const { _id } = await admin.createAddition({ amount: 3 });
	for (const status of ['FAILED', 'COMPLETED', 'PENDING']) await admin.settle(_id, status);
	await bench.api.delete(`/customers/${ANA._id}`, { headers });
	expect(await admin.invariants()).toEqual({ ok: true, violations: [] });
	const ana = (await admin.customers()).find((customer) => customer._id === ANA._id);
	// 100 of the seed; 99 % of 0.07, 0.378, 0.0875 and 0.378 BRL, at 1.25 BRL for one GMC.
	expect(ana?.balanceGmc).toBe('100.723492');
});

it.each([
	['GET', '/elsewhere', 404],
	['GET', '/_sandbox/journal?colour=red', 400],
	['POST', '/_sandbox/reset', 400],
])('refuses %s %s, where nothing is or what is asked is wrong', async (method, path, expected) => {
	const url = bench.sandbox.url + path;
	const data = method === 'POST' ? '{' : undefined;
	const { status } = await axios.request({ method, url, data, validateStatus: () => true });
	expect(status).toBe(expected);
});
