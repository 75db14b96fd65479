import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_CUSTOMERS,
	LOGIN,
	OUTSIDER_USER,
	Service,
	outcomeOf,
} from '../../../../../harness/engine';

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;

describe('what the service answers (service.md 7.1)', () => {
	const row = [{ customer: ana.taxId, amount: 5 }];

	test.each([
		[400, 'rejected', /refused the top-up \(400\)/, /wallet/],
		[401, 'rejected', /does not accept this integration \(401\)/, /Origin/],
		[403, 'rejected', /may not make top-ups \(403\)/, /INTEGRATION_ONLY/],
		[418, 'rejected', /refused the request \(418\)/, /Check the fields/],
		[500, 'unknown', /failed to answer \(500\)\. We don't know/, /Get Many/],
		[503, 'unknown', /temporarily unavailable \(503\)\. We don't know/, /Get Many/],
		[429, 'unknown', /too many requests \(429\)\. We don't know/, /Get Many/],
		[302, 'unknown', /redirects elsewhere \(302\)/, /Base URL/],
	])('%i ends the row as %s, in plain words', async (status, outcome, message, description) => {
		const body = { statusCode: status, code: 'SOME_CODE', message: 'words of the service' };
		await service.admin.addFault({ route: ISSUE, action: { type: 'status', status, body } });
		const { error } = await service.add(row);
		expect(error?.message).toMatch(message);
		expect(error?.context.itemIndex).toBe(0);
		expect(error?.description).toMatch(description);
		expect(error?.description).toMatch(/words of the service/);
		expect(error?.httpCode).toBe(String(status));
		expect(error?.context.details).toMatchObject({
			outcome,
			statusCode: status,
			cause: 'SOME_CODE',
			message: 'words of the service',
			customerIdentifier: ana.taxId,
			amount: 5,
			currency: 'BRL',
		});
	});

	test.each([
		['hangs', { type: 'commitThenHang' as const }],
		['resets the connection', { type: 'commitThenReset' as const }],
		['is cut off', { type: 'halfAnswer' as const }],
		['is a 503', { type: 'commitThenStatus' as const, status: 503 }],
		['has no id', { type: 'json' as const, status: 201, body: { title: 'ok' } }],
	])('an answer that %s is looked for in the list, not asked for again', async (_, action) => {
		await service.admin.addFault({ route: ISSUE, action });
		const { items } = await service.add(row, { timeout: 1 });
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test.each([
		['hangs', { type: 'hang' as const }],
		['resets the connection', { type: 'resetBefore' as const }],
		['is a page', { type: 'html' as const, status: 201 }],
		['is empty', { type: 'emptyBody' as const, status: 201 }],
	])('an answer that %s and cannot be found leaves the row unknown', async (_, action) => {
		await service.listLate(3600);
		await service.admin.addFault({ route: ISSUE, action });
		const { error } = await service.add(row, { timeout: 1 });
		expect(error?.context.details).toMatchObject({ outcome: 'unknown', candidates: [] });
		expect(error?.description).toMatch(
			/Executions → Retry after .*If GMC lists the top-up by then/,
		);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('a redirect is not followed, wherever it points', async () => {
		const headers = { Location: `${service.sandbox.baseUrl}/customers/all` };
		const action = { type: 'status' as const, status: 302, headers };
		await service.admin.addFault({ route: ISSUE, action });
		const { error } = await service.add(row, {});
		expect(error?.message).toMatch(/redirects elsewhere \(302\)/);
		const followed = (await service.admin.journal({ route: LIST_CUSTOMERS })).length;
		// The two looks for the customer's names, before and after, are ours.
		expect(followed).toBe(2);
	});

	test('a service that cannot be reached proves that nothing was done', async () => {
		await service.run({ parameters: { resource: 'customer', operation: 'getAll' } });
		await service.useCredential({ baseUrl: 'http://127.0.0.1:9/api' });
		const { error } = await service.add(row, {});
		expect(error?.message).toMatch(/login at GMC did not work, so nothing was sent/);
		expect(error?.context.details?.outcome).toBe('notAttempted');
	});

	test('the first row goes alone, so a wrong Origin costs one request', async () => {
		await service.useCredential({ origin: 'https://elsewhere.example.com' });
		const rows = Array.from({ length: 30 }, () => row[0]);
		const { items } = await service.add(rows, {}, { onError: 'continueRegularOutput' });
		expect(outcomeOf(items[0])).toBe('rejected');
		expect(items.slice(1).every((item) => outcomeOf(item) === 'notAttempted')).toBe(true);
		// One, and once more after the login that n8n does for a 401.
		expect(await service.asked(ISSUE)).toBe(2);
		expect(await service.asked(LOGIN)).toBe(2);
	});

	test('a key of another user is told so', async () => {
		const { clientKey, clientSecret } = OUTSIDER_USER;
		await service.useCredential({ clientKey, clientSecret });
		const { error } = await service.add(row, {});
		expect(error?.message).toMatch(/does not accept this integration \(401\)/);
	});

	test('a wallet that is not approved is told so', async () => {
		await service.restart({ wallet: { approved: false } });
		const { error } = await service.add(row);
		expect(error?.description).toMatch(/wallet is not registered and approved/);
	});
});
