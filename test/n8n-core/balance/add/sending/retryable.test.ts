import { KeyedService, detailsOf, keyedRow } from '../../../../../harness/engine/keyedService';
import { ISSUE, LOGIN, Service } from '../../../../../harness/engine';
import type { FaultInput } from '../../../../../sandbox/state/faults';

// What is rejected for no fault of its own says so: sent again as it is, it can be paid.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);

const status = (code: number): FaultInput['action'] => ({
	type: 'status',
	status: code,
	body: { statusCode: code, message: 'no' },
});
/** An order of a process that knows its customers already, so that nothing is asked before the send. */
const send = async () => detailsOf(await keyed.add([keyedRow('k')]));

beforeEach(async () => {
	await keyed.add([keyedRow('first', 11)]);
});

test.each([
	[400, undefined],
	[401, true],
	[403, true],
	[404, undefined],
])('a send that is refused with %i: %s', async (code, retryable) => {
	await service.admin.addFault({ route: ISSUE, action: status(code) });
	const details = await send();
	expect(details).toMatchObject({ outcome: 'rejected', statusCode: code });
	expect(details.retryable).toBe(retryable);
});

test('a login that is refused at the send', async () => {
	await service.admin.expireTokens();
	await service.admin.addFault({ route: LOGIN, action: status(403) });
	expect(await send()).toMatchObject({ outcome: 'rejected', retryable: true });
});

test('a network that fails at the send', async () => {
	const gone = new Service();
	await gone.start();
	await gone.restart();
	const orders = new KeyedService(gone);
	await orders.add([keyedRow('first', 11)]);
	await gone.sandbox.close();
	const details = detailsOf(await orders.add([keyedRow('k')]));
	expect(details).toMatchObject({
		outcome: 'rejected',
		code: 'UNREACHABLE',
		cause: 'ECONNREFUSED',
		retryable: true,
	});
});

test('a row that is bad itself, and one that is unknown, do not say so', async () => {
	expect(detailsOf(await keyed.add([keyedRow('k', 'x')])).retryable).toBeUndefined();
	await service.lose('never', {});
	const lost = await send();
	expect(lost.outcome).toBe('unknown');
	expect(lost.retryable).toBeUndefined();
});
