import { sleep } from 'n8n-workflow';
import { startGmc, toGmcRun, until } from '../../../../harness/engine';
import { BATCH, ISSUE, KEY, LIST_CUSTOMERS, LOGIN } from './given';
import { ana, row } from './people';
import { addParameters, detailsOf, Service, times } from './support';

// What GMC answers to a request (service.md 7.1), and what ends a run. Answers that are lost: lost-answer.test.ts.
// promises.md P21

const service = Service.forThisFile();
const five = row(5);
const eight = Array.from({ length: 8 }, (_, at) => row(at + 1));

test.each<[number, string, RegExp, RegExp, boolean?]>([
	[400, 'rejected', /refused the top-up \(400\)/, /wallet/],
	[401, 'rejected', /does not accept this integration \(401\)/, /Origin/, true],
	[403, 'rejected', /may not make top-ups \(403\)/, /INTEGRATION_ONLY/, true],
	[500, 'unknown', /failed to answer \(500\)\. We don't know/, /Get Many/],
	[429, 'unknown', /too many requests \(429\)\. We don't know/, /Get Many/],
	[302, 'unknown', /redirects elsewhere \(302\)/, /'Base URL'/],
])('%i ends the row as %s, in plain words', async (...row) => {
	const [status, outcome, message, description, retryable] = row;
	const body = { statusCode: status, code: 'SOME_CODE', message: 'words of the service' };
	const headers = { Location: `${service.sandbox.baseUrl}/customers/all` };
	await service.fault({ type: 'status', status, body, headers });
	const { error } = await service.add([five]);
	expect(error?.message).toMatch(message);
	expect(error?.context.itemIndex).toBe(0);
	expect(error?.description).toMatch(description);
	expect(error?.description).toMatch(/words of the service/);
	expect(error?.httpCode).toBe(String(status));
	expect(error?.context.details?.retryable).toBe(retryable);
	expect(error?.context.details).toMatchObject({
		outcome,
		statusCode: status,
		cause: 'SOME_CODE',
		message: 'words of the service',
		customerIdentifier: ana.taxId,
		amount: 5,
		currency: 'BRL',
	});
	expect(await service.asked(ISSUE)).toBe(status === 401 ? 2 : 1);
	// A redirect is not followed, and the customers of a run are listed once.
	expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
});

describe('what concerns every row ends the run', () => {
	test('a wrong Origin costs one request: the first row goes alone', async () => {
		await service.useCredential({ origin: 'https://elsewhere.example.com' });
		const { outcomes } = await service.addOn(eight);
		expect(outcomes).toEqual(['rejected', ...times(7, 'notAttempted')]);
		// One, and once more after the login that n8n does for a 401.
		expect([await service.asked(ISSUE), await service.asked(LOGIN)]).toEqual([2, 2]);
	});

	test.each([
		[/^GMC could not be reached/, { baseUrl: 'http://127.0.0.1:9/api' }],
		[/^The login at GMC did not work/, { senha: 'wrong' }],
	])('%s, and says once that nothing was sent', async (words, changes) => {
		await service.useCredential({ authUrl: service.sandbox.baseUrl, ...changes });
		const { error } = await service.add([five]);
		expect(error?.message).toMatch(words);
		expect(error?.message.match(/nothing was sent/gi)).toHaveLength(1);
		expect(error?.context.details?.outcome).toBe('notAttempted');
		expect((await service.addOn(eight)).outcomes).toEqual(times(8, 'notAttempted'));
	});

	test('a cancelled execution sends no new row and tells of those that were sent, and its batch completes it', async () => {
		await service.fault({ type: 'commitThenHang' }, 3);
		const parameters = addParameters({ ...BATCH, concurrency: 1 });
		const onError = 'continueRegularOutput';
		const running = startGmc(service.credential, { parameters, rows: eight, onError });
		await until('the third row', async () => (await service.asked(ISSUE)) === 3);
		running.cancel();
		const told = toGmcRun(await running).outcomes;
		expect(told).toEqual(['issued', 'issued', 'unknown', ...times(5, 'notAttempted')]);
		await sleep(400);
		expect(await service.asked(ISSUE)).toBe(3);
		const { outcomes } = await service.addOn(eight, BATCH);
		expect(outcomes).toEqual([...times(3, 'skipped'), ...times(5, 'issued')]);
		expect(await service.charged(ana._id)).toBe(8);
	});

	test('an execution that is cancelled while its rows are claimed has sent none, and leaves none unclear', async () => {
		const parameters = addParameters(KEY);
		const onError = 'continueRegularOutput';
		const running = startGmc(service.credential, { parameters, rows: eight, onError });
		service.tables.once(
			(operation) => operation === 'row insert',
			() => running.cancel(),
		);
		expect(toGmcRun(await running).outcomes).toEqual(times(8, 'notAttempted'));
		expect(service.ledger).toEqual([]);
	});
});

// What is rejected for no fault of its own says so: sent again as it is, it can be paid. This process knows its
// customers already, so that nothing is asked before the send.
describe('retryable', () => {
	beforeEach(async () => void (await service.addOn([row(11)], KEY)));
	const send = async () => detailsOf(await service.addOn([five], KEY));

	test('is said of a login that is refused at the send', async () => {
		await service.admin.expireTokens();
		await service.refuse({ route: LOGIN }, 403);
		expect(await send()).toMatchObject({ outcome: 'rejected', retryable: true });
	});

	test('is said of a network that fails at the send', async () => {
		const gone = new Service();
		await gone.start();
		await gone.restart();
		await gone.addOn([row(11)], KEY);
		await gone.sandbox.close();
		expect(detailsOf(await gone.addOn([five], KEY))).toMatchObject({
			outcome: 'rejected',
			code: 'UNREACHABLE',
			cause: 'ECONNREFUSED',
			retryable: true,
		});
	});
});
