import axios from 'axios';
import { DEMO_CUSTOMERS, DEMO_USER } from '../../sandbox/seeds';
import { defaultSettings } from '../../sandbox/settings-tools';
import { bareTaxId, cnpjOf, cpfOf } from '../../sandbox/rules/tax-id';
import { startSandbox } from '../../sandbox/server';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { ANA, charge, idsOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const valid = (taxId: string): boolean => {
	const bare = bareTaxId(taxId);
	return bare === (bare.length === 11 ? cpfOf(bare.slice(0, 9)) : cnpjOf(bare.slice(0, 12)));
};

describe('settings', () => {
	it('merges at any depth', async () => {
		const { admin } = bench.sandbox;
		await admin.configure({ list: { cutAt: 5 }, fees: { general: { fixedBrl: 2 } } });
		const settings = await admin.configure({ list: { order: 'oldest' } });
		expect(settings.list).toMatchObject({ cutAt: 5, order: 'oldest', shape: 'array' });
		expect(settings.fees.general).toEqual({
			fixedBrl: 2,
			percentageRate: 0.01,
			issueTaxRate: 0,
		});
		expect((await admin.configure({ list: { cutAt: null } })).list.cutAt).toBeNull();
	});

	it.each([
		[{ list: { cutat: 5 } }, /cutat/],
		[{ lists: {} }, /lists/],
		[{ list: { timeZone: 'Mars/Olympus' } }, /time zone/],
		[{ login: { status: 204 } }, /login\.status/],
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
		expect(described.map(({ path }) => path)).toContain('fees.general.percentageRate');
	});

	it('can be given at the start, and are checked', async () => {
		const other = await startSandbox({ seed: 'empty', settings: { list: { cutAt: 3 } } });
		expect((await other.admin.settings()).list.cutAt).toBe(3);
		expect(await other.admin.customers()).toEqual([]);
		await other.close();
		await expect(startSandbox({ settings: { list: { cutAt: 0 } } })).rejects.toThrow(/cutAt/);
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
			source: 'admin',
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

	it('lets an addition settle by itself', async () => {
		const { admin } = bench.sandbox;
		await admin.freezeClock();
		await admin.createAddition({ status: 'PENDING', settleAfterSeconds: 5 });
		await admin.advanceClock({ seconds: 5 });
		expect((await admin.additions()).at(-1)).toMatchObject({ status: 'COMPLETED' });
	});

	it('hides an addition for a while when told to', async () => {
		const { admin } = bench.sandbox;
		await admin.freezeClock();
		const { _id, visible } = await admin.createAddition({ visibleAfterSeconds: 60 });
		expect(visible).toBe(false);
		await admin.advanceClock({ seconds: 60 });
		expect((await admin.additions()).find((one) => one._id === _id)).toMatchObject({
			visible: true,
		});
	});

	it('counts an addition that has yet to settle as unsettled, whatever its status', async () => {
		const { admin } = bench.sandbox;
		await admin.freezeClock();
		await admin.configure({ additions: { visibleOnlyAfterSettle: true } });
		const late = await admin.createAddition({ status: 'COMPLETED', settleAfterSeconds: 5 });
		const { visible } = await admin.createAddition({ status: 'COMPLETED' });
		expect([late.visible, visible]).toEqual([false, true]);
		await admin.advanceClock({ seconds: 5 });
		expect((await admin.additions()).map((addition) => addition.visible)).not.toContain(false);
	});

	it('takes a customer with a balance, and makes up what is missing', async () => {
		const { admin } = bench.sandbox;
		const customer = await admin.createCustomer({ balanceGmc: '12.5' });
		expect(customer).toMatchObject({ userId: DEMO_USER._id, balanceGmc: '12.5', deleted: false });
		expect(valid(customer.taxId)).toBe(true);
		expect(await admin.createCustomer()).not.toMatchObject({ taxId: customer.taxId });
	});

	it('refuses what cannot be', async () => {
		const { admin } = bench.sandbox;
		const nobody = { customerIdentifier: 'nobody' };
		await expect(admin.createAddition(nobody)).rejects.toThrow('There is no customer nobody');
		await expect(admin.createAddition({ amount: -1 })).rejects.toThrow(/amount/);
		await expect(admin.createCustomer({ userId: 'x' })).rejects.toThrow('There is no user x');
		await expect(admin.createCustomer({ _id: ANA._id })).rejects.toThrow(/already/);
	});
});

describe('invariants', () => {
	it('hold after charges, failures, reversals and deletions', async () => {
		const { admin } = bench.sandbox;
		const headers = await bench.session();
		for (const currency of ['BRL', 'USDT', 'GMC', 'USD']) {
			await bench.api.post(ISSUE, charge({ amount: 0.07, currency }), { headers });
		}
		const { _id } = await admin.createAddition({ amount: 3 });
		await admin.settle(_id, 'FAILED');
		await admin.settle(_id, 'COMPLETED');
		await admin.settle(_id, 'PENDING');
		await bench.api.delete(`/customers/${ANA._id}`, { headers });
		expect(await admin.invariants()).toEqual({ ok: true, violations: [] });
		const ana = (await admin.customers()).find((customer) => customer._id === ANA._id);
		// 100 of the seed; 99 % of 0.07, 0.378, 0.0875 and 0.378 BRL, at 1.25 BRL for one GMC.
		expect(ana?.balanceGmc).toBe('100.723492');
	});
});

describe('pages', () => {
	const get = async (path: string, data?: string) =>
		await axios.get<string>(bench.sandbox.url + path, { validateStatus: () => true, data });

	it('tells what is there', async () => {
		const { status, data, headers } = await get('/_sandbox');
		expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		for (const text of [bench.sandbox.baseUrl, DEMO_USER.email, '/_sandbox/openapi.json']) {
			expect(data).toContain(text);
		}
	});

	it('answers 404 off the API and the sandbox', async () => {
		expect(await get('/elsewhere')).toMatchObject({ status: 404 });
	});

	it('refuses a question it does not know', async () => {
		expect(await get('/_sandbox/journal?colour=red')).toMatchObject({ status: 400 });
	});

	it('refuses a body that is not JSON', async () => {
		const url = `${bench.sandbox.url}/_sandbox/reset`;
		const { status } = await axios.post(url, '{', { validateStatus: () => true });
		expect(status).toBe(400);
	});
});

it('gives a credential that works', async () => {
	const credential = await bench.sandbox.admin.credential();
	expect(credential).toEqual({
		baseUrl: bench.sandbox.baseUrl,
		loginEndpoint: 'auth',
		authUrl: '',
		loginUrl: '',
		email: DEMO_USER.email,
		senha: DEMO_USER.senha,
		tokenField: '',
		clientKey: DEMO_USER.clientKey,
		clientSecret: DEMO_USER.clientSecret,
		origin: DEMO_USER.allowedOrigins[0],
	});
});

it('keeps two sandboxes apart', async () => {
	const other = await startSandbox();
	await other.admin.createCustomer();
	expect(await other.admin.customers()).toHaveLength(DEMO_CUSTOMERS.length + 2);
	expect(await bench.sandbox.admin.customers()).toHaveLength(DEMO_CUSTOMERS.length + 1);
	await other.close();
});
