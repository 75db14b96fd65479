import type { AxiosError } from 'axios';
import type { FaultInput } from '../../sandbox/state/faults';
import { startSandbox } from '../../sandbox/server';
import { until } from '../../harness/system/until';
import { ANA, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();

// What each fault does, and which calls it meets, every test of the nodes in test/n8n-core sees: lost-answer.test.ts and others.

const inject = async (action: FaultInput['action'], match?: FaultInput['match']) =>
	await tests.sandbox.admin.addFault({ route: `POST ${ISSUE}`, action, match });
const issue = async (fields: object = {}) => await tests.ask('POST', ISSUE, charge(fields));
/** The status of an answer, or the code of an error. */
const outcomeOf = async (request: Promise<{ status: number }>) =>
	await request.then(
		({ status }) => status,
		({ code }: AxiosError) => code,
	);

it('a wrong answer has an earlier addition: an equal one, else the oldest', async () => {
	const asked = { customerIdentifier: ANA._id, sourceAmount: 10, sourceCurrency: 'BRL' };
	const { admin } = tests.sandbox;
	const oldest = (await admin.createAddition({ customerIdentifier: ANA._id, amount: 4 }))._id;
	await inject({ type: 'wrongAnswer', differs: 'earlierAddition', commit: false });
	expect((await issue()).data.balanceTransaction._id).toBe(oldest);
	const equal = (await admin.createAddition({ customerIdentifier: ANA._id }))._id;
	expect((await issue()).data.balanceTransaction._id).toBe(equal);
	await admin.clearFaults();
	await inject({ type: 'wrongAnswer', differs: 'earlierId', commit: false });
	expect((await issue()).data.balanceTransaction).toMatchObject({ _id: equal, items: [asked] });
});

it('the journal says how many requests were in flight', async () => {
	await inject({ type: 'latency', ms: 150 });
	const headers = await tests.session();
	await Promise.all([1, 2, 3].map(async () => await tests.api.post(ISSUE, charge(), { headers })));
	const entries = await tests.sandbox.admin.journal({ route: `POST ${ISSUE}` });
	expect(entries.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3]);
});

it('closes at once, also with requests that hang or wait', async () => {
	const other = await startSandbox();
	await other.admin.addFault({ route: 'POST /auth/login', action: { type: 'hang' }, nth: 1 });
	await other.admin.addFault({ route: '*', action: { type: 'latency', ms: 60_000 }, nth: 2 });
	const url = `${other.baseUrl}/auth/login`;
	const hanging = [outcomeOf(tests.api.post(url, {})), outcomeOf(tests.api.post(url, {}))];
	await until('both requests', async () => (await other.admin.count()) === 2);
	const start = performance.now();
	await other.close();
	expect(performance.now() - start).toBeLessThan(2000);
	expect(await Promise.all(hanging)).toEqual(['ECONNRESET', 'ECONNRESET']);
});
