import { sleep } from 'n8n-workflow';
import { ana, bruno, OFF, outcomeOf, Service } from '../../../harness/engine';
import { CREATE_CUSTOMER, ISSUE, LIST_ADDITIONS, LOGIN } from '../../../harness/sandbox/routes';
import { passOn, putBefore } from './front';

// A write goes out twice at most: again only after a 401 in the service's own form, with another token than the one
// that was refused (CONTRIBUTING M2).
// promises.md P19

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 5 };
const maria = { taxId: '93541134780', name: 'Maria', email: 'maria@example.com' };
const create = { parameters: { resource: 'customer', operation: 'create', ...maria } };
const unauthorized = { statusCode: 401, message: 'Unauthorized' };
/** GMC refuses the token, and has done nothing. */
const refuse = async (which = {}) => await service.refuse(which, 401);

test('when the token has run out: once more, with a token that a read has tried', async () => {
	await service.add([row]);
	await service.admin.clearJournal();
	await refuse({ times: 1 });
	const { items } = await service.add([row], OFF);
	expect(items.map(outcomeOf)).toEqual(['issued']);
	const asked = (await service.admin.journal()).map(({ route }) => route);
	const [first, second] = [asked.indexOf(ISSUE), asked.lastIndexOf(ISSUE)];
	expect(asked.filter((route) => route === ISSUE)).toHaveLength(2);
	expect(asked.slice(first, second)).toContain(LIST_ADDITIONS);
	expect(await service.charged(ana._id)).toBe(2);
});

const paidAndRefused = { type: 'json', status: 401, body: unauthorized } as const;

describe('a service that answers 401 after doing it', () => {
	test('is paid twice and no third time, which is the price, and ends the run', async () => {
		await service.fault(paidAndRefused);
		const rows = [row, ...Array.from({ length: 9 }, () => ({ customer: bruno.taxId, amount: 1 }))];
		const { items } = await service.addOn(rows, { concurrency: 5 });
		expect(items.map(outcomeOf)).toEqual(['rejected', ...Array<string>(9).fill('notAttempted')]);
		expect(items[0].json.error).toMatch(/does not accept this integration \(401\)/);
		expect(await service.asked(ISSUE)).toBe(2);
		expect(await service.charged(ana._id)).toBe(2);
	});

	test('gets a customer twice and no third time', async () => {
		await service.restart({ customers: { duplicateTaxId: 'allow' } });
		await service.fault(paidAndRefused, { route: CREATE_CUSTOMER });
		await service.run(create);
		expect(await service.asked(CREATE_CUSTOMER)).toBe(2);
	});
});

test('a login that gives the refused token again leads to no second send', async () => {
	await service.add([row], OFF);
	const { accessToken } = service.credential.data;
	await service.fault({ type: 'json', status: 200, body: { accessToken } }, { route: LOGIN });
	await service.fault(paidAndRefused);
	await service.admin.clearJournal();
	const { error } = await service.add([row], OFF);
	expect(error?.httpCode).toBe('401');
	expect(await service.asked(ISSUE)).toBe(1);
});

test('nothing goes out a second time where no login works any more', async () => {
	await service.add([row], OFF);
	await service.admin.clearJournal();
	await service.refuse({ route: LOGIN }, 403);
	await refuse();
	const { error } = await service.add([row], OFF);
	expect(error?.message).toMatch(/login at GMC did not work/);
	expect(await service.asked(ISSUE)).toBe(1);
});

test('nothing goes out a second time to a service that is in trouble meanwhile', async () => {
	await service.add([row], OFF);
	await service.admin.clearJournal();
	await refuse();
	const running = service.add([row], OFF);
	while ((await service.asked(ISSUE)) === 0) await sleep(1);
	await service.refuse({ route: LIST_ADDITIONS }, 503);
	expect((await running).error?.httpCode).toBe('401');
	expect(await service.asked(ISSUE)).toBe(1);
});

test('a 401 that is cut off is not followed by a second send, which n8n would do', async () => {
	const front = await putBefore(service, async (incoming, response, pass) => {
		if (!incoming.url!.endsWith('/add-balance')) return await passOn(incoming, response, pass);
		await pass();
		response.writeHead(401, { 'content-length': 100 }).write('{"statusCode":401,');
		await sleep(20);
		response.destroy();
	});
	const { items } = await service.add([row], OFF);
	front.close();
	expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
	expect(front.count('/add-balance')).toBe(1);
	expect(await service.charged(ana._id)).toBe(1);
});

test('no request goes out without a token', async () => {
	await service.add([row], OFF);
	await service.admin.expireTokens();
	await service.add([row], OFF);
	await service.useCredential({ accessToken: '', loginFingerprint: '' });
	await service.run(create);
	const authorizations = (await service.admin.journal())
		.filter(({ route }) => route !== LOGIN)
		.map(({ headers }) => headers.authorization);
	expect(authorizations).not.toContain('absent');
});

test('rows that are refused at the same time share one login, and each goes out twice at most', async () => {
	await service.restart({ login: { lifetimeUses: 30 } });
	const rows = Array.from({ length: 80 }, () => ({ customer: ana.taxId, amount: 1 }));
	const { items, error } = await service.add(rows, { concurrency: 20 });
	expect(error).toBeUndefined();
	expect(items.map(outcomeOf)).toEqual(Array<string>(80).fill('issued'));
	expect(await service.charged(ana._id, 1)).toBe(80);
	expect(await service.asked(LOGIN)).toBeLessThanOrEqual(8);
});
