import { DEMO_USER } from '../../sandbox/seeds';
import { defaultSettings } from '../../sandbox/settings';
import { charge, idsOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();

describe('the journal', () => {
	it('never has a password, a token or a key, in any form', async () => {
		const headers = await tests.session();
		const token = headers.Authorization.slice('Bearer '.length);
		const { senha, clientSecret, clientKey, email } = DEMO_USER;
		const nested = { deep: [{ senha, accessToken: token, clientSecret, client_key: clientKey }] };
		const extra = { Cookie: `session=${token}`, 'x-api-token': token };
		const params = { access_token: token };
		await tests.api.post('/customers', nested, { headers: { ...headers, ...extra }, params });
		await tests.api.post('/auth/login', `{"email":"${email}","senha":"${senha}"`, {
			headers: { 'Content-Type': 'application/json' },
		});
		await tests.api.post('/auth/login', `email=${email}&senha=${senha}`);
		const text = JSON.stringify(await tests.sandbox.admin.journal());
		expect(text).toContain('/customers');
		for (const secret of [senha, token, clientSecret, clientKey, headers['secret-key']]) {
			expect(text).not.toContain(secret);
		}
	});

	it.each<[Record<string, string | undefined>, string, string]>([
		[{}, 'valid', 'valid'],
		[{ Authorization: undefined, 'secret-key': undefined }, 'absent', 'absent'],
		[{ Authorization: 'Bearer made-up', 'secret-key': 'x' }, 'invalid', 'invalid'],
	])('says whether credentials are valid: %j', async (changes, authorization, key) => {
		const headers = { ...(await tests.session()), ...changes };
		await tests.api.get('/customers/all', { headers });
		expect((await tests.sandbox.admin.journal()).at(-1)?.headers).toMatchObject({
			authorization,
			'secret-key': key,
		});
	});
});

it('puts back settings and clock, and lists what was hidden meanwhile', async () => {
	const { admin } = tests.sandbox;
	await admin.configure({ additions: { visibleAfterSeconds: 120 } });
	await admin.advanceClock({ minutes: 15 });
	const { data } = await tests.ask('POST', ISSUE, charge());
	const made = (data as { balanceTransaction: { _id: string } }).balanceTransaction._id;
	await admin.resetSettings();
	expect(await admin.settings()).toEqual(defaultSettings());
	expect(idsOf(await tests.ask('GET', LIST))).toEqual([made]);
	const { createdAt } = await admin.createAddition();
	expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
});
