import type { IDataObject } from 'n8n-workflow';
import { ana, LIST_CUSTOMERS, LOGIN, PolledTrigger, Service } from '../../../harness/engine';
import type { FaultAction } from '../../../sandbox/state/faults';
import { listenToLog } from '../../../harness/engine/triggers';

// Whatever goes wrong, and even if the service repeats what it was sent: no password, key or token comes out of
// items, errors, hints, the execution's data with the node's context, the trigger's static data or the log.

const service = Service.forThisFile();

const customer = { __rl: true, mode: 'id', value: ana._id };
const maria = { taxId: '93541134780', name: 'Maria', email: 'maria@example.com' };
const operations: Record<string, IDataObject> = {
	add: {
		resource: 'balance',
		operation: 'add',
		duplicateProtection: 'off',
		customer,
		amount: 10,
		currency: 'BRL',
	},
	'get an addition': { resource: 'balance', operation: 'get', additionId: 'a'.repeat(24) },
	'list additions': { resource: 'balance', operation: 'getMany', returnAll: true },
	create: { resource: 'customer', operation: 'create', ...maria },
	upsert: { resource: 'customer', operation: 'upsert', ...maria },
	get: { resource: 'customer', operation: 'get', customer },
	'list customers': { resource: 'customer', operation: 'getAll', returnAll: true },
	update: { resource: 'customer', operation: 'update', customer, updateFields: { name: 'Ana' } },
	delete: { resource: 'customer', operation: 'delete', customer },
};

function secrets(): string[] {
	const { senha, clientKey, clientSecret, accessToken } = service.credential.data;
	const pair = Buffer.from(`${String(clientKey)}:${String(clientSecret)}`).toString('base64');
	return [senha, clientSecret, accessToken, pair].map(String).filter(Boolean);
}

function expectNoSecret(...told: unknown[]): void {
	const text = JSON.stringify(told);
	for (const secret of secrets()) expect(text).not.toContain(secret);
	expect(text).not.toMatch(/"(authorization|secret-key|senha|clientSecret|accessToken)"/i);
}

/** What a careless service, or an error page with the request on it, might answer. */
function echo() {
	const [senha, clientSecret, token, pair] = secrets();
	const request = `Authorization: Bearer ${token}, secret-key: ${pair}, senha=${senha}`;
	return {
		code: clientSecret,
		message: [request, `clientSecret ${clientSecret}`],
		headers: { authorization: `Bearer ${token}`, 'secret-key': pair },
	};
}

/** The addition that operations ask for here. */
const failed = () => {
	const { code, message } = echo();
	const error = { code, message };
	const charge = { customerIdentifier: ana._id, sourceAmount: 10, sourceCurrency: 'BRL' };
	const status = `FAILED: ${JSON.stringify(error)}`;
	const items = [{ ...charge, status: 'FAILED', error }];
	return { balanceTransaction: { _id: 'a'.repeat(24), status, items } };
};

const answers = (status: number, body: object): FaultAction => ({ type: 'json', status, body });
const faults: Record<string, () => FaultAction> = {
	'a 400 that repeats the request': () => answers(400, echo()),
	'a 401 that repeats the request': () => answers(401, echo()),
	'a 500 that repeats the request': () => answers(500, echo()),
	'an answer in another form': () => answers(200, { debug: echo() }),
	'an addition whose failure repeats the request': () => answers(200, failed()),
};

/** So that there is a token to be repeated. */
beforeEach(async () => {
	await service.run({ parameters: { resource: 'customer', operation: 'getAll', limit: 1 } });
	expect(secrets()).toHaveLength(4);
});

describe.each(Object.keys(faults))('%s', (name) => {
	test.each(Object.keys(operations))('at %s', async (operation) => {
		await service.fault(faults[name](), { route: '*' });
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const parameters = { options: {}, ...operations[operation] } as never;
			const { run, items, errors, error, hints } = await service.run({ parameters, onError });
			const { message, description, stack, context } = error ?? {};
			expectNoSecret(run.data, items, errors, hints, error, message, description, stack, context);
		}
	});

	test('at the trigger', async () => {
		const log = listenToLog();
		const parameters = { event: 'additionCompleted', options: {} };
		const trigger = new PolledTrigger(service.credential, parameters);
		await service.fault(faults[name](), { route: '*' });
		for (const mode of ['trigger', 'trigger', 'manual'] as const) {
			const told = await trigger.poll(mode).catch((error: Error) => error);
			const { message, stack, description } = told as Error & { description?: string };
			expectNoSecret(told, message, description, stack, log, trigger.staticData);
		}
	});
});

test('a login that is refused and repeats the password', async () => {
	const { senha, clientSecret } = service.credential.data;
	const [, , , pair] = secrets();
	const body = { message: `${String(senha)} ${String(clientSecret)} ${pair}` };
	await service.fault({ type: 'status', status: 401, body }, { route: LOGIN });
	await service.admin.expireTokens();
	const { run, error } = await service.run({ parameters: operations.get as never });
	expect(error?.message).toMatch(/login/);
	expect(JSON.stringify([error?.description, error?.message])).toContain('[hidden]');
	expectNoSecret(run.data, error, error?.message, error?.description, error?.stack);
});

test('a login that names a field as the body that was sent', async () => {
	const { senha, email } = service.credential.data;
	await service.useCredential({ origin: 'https://fields.example' });
	const sent = JSON.stringify({ senha, email });
	const body = { [sent]: '', [String(senha)]: '', user: { name: 'n8n' } };
	await service.fault({ type: 'json', status: 200, body }, { route: LOGIN });
	const { error } = await service.run({ parameters: operations.get as never });
	expect(error?.description).toContain('It has these fields: …, [hidden], user.name.');
});

test('an address with a password in it', async () => {
	await service.useCredential({
		loginEndpoint: 'custom',
		loginUrl: 'http://user:pass-in-url@127.0.0.1:9/login?key=in-query',
	});
	const { run, error } = await service.run({ parameters: operations.get as never });
	expect(error?.description).toContain('http://127.0.0.1:9/login could not be reached');
	expect(JSON.stringify([run.data, error])).not.toMatch(/pass-in-url|in-query/);
});

test('a token that was made in mid-run', async () => {
	const accessToken = 'made-in-mid-run';
	const body = { accessToken };
	await service.useCredential();
	await service.fault({ type: 'json', status: 200, body }, { route: LOGIN });
	const refusal = { message: `${accessToken} is not valid` };
	await service.fault({ type: 'status', status: 401, body: refusal }, { route: LIST_CUSTOMERS });
	const { run, error } = await service.run({ parameters: operations.get as never });
	expect(error?.description).toContain('GMC says: [hidden]');
	expect(JSON.stringify([run.data, error])).not.toContain(accessToken);
});

test('a login that lists its sessions by their token', async () => {
	const token = 'made-as-a-name-of-a-session';
	await service.useCredential({ origin: 'https://sessions.example' });
	const body = { data: { [token]: { accessToken: token } } };
	await service.fault({ type: 'json', status: 200, body }, { route: LOGIN });
	await service.run({ parameters: operations.get as never });
	expect(service.credential.data.accessToken).toBe(token);
	expect(service.credential.data.loginAnswerPath).not.toContain(token);
});
