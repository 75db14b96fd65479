import { explain } from '../../../../nodes/Gmc/core/service/explain';
import type { Failure, ServiceOperation } from '../../../../nodes/Gmc/core/service/failure';
import {
	networkFailure,
	statusFailure,
	unreadableFailure,
} from '../../../../nodes/Gmc/core/service/failure';

const READS: ServiceOperation[] = ['getAddition', 'listAdditions', 'listCustomers'];
const CHANGES: ServiceOperation[] = ['createCustomer', 'updateCustomer', 'deleteCustomer'];
const WRITES: ServiceOperation[] = ['issueAddition', ...CHANGES];
const OPERATIONS = [...READS, ...WRITES];
/** In the service's own form (service.md 2.9), without words that would be told. */
const said = { code: 'X' };
const STATUSES = [302, 400, 401, 403, 404, 405, 407, 408, 417, 418, 419, 429, 500, 503];
const FAILURES: Failure[] = [
	...STATUSES.flatMap((code) => [said, '<html></html>'].map((body) => statusFailure(code, body))),
	...['ECONNRESET', 'ECONNABORTED', 'ERR_CANCELED'].map((code) => networkFailure({ code })),
	networkFailure({ code: 'ECONNREFUSED', syscall: 'connect' }),
	networkFailure({ code: 'CERT_HAS_EXPIRED' }, 'https://gmc.example.com/api'),
	{ ...statusFailure(419, said), isHealed: true },
	unreadableFailure(200, "GMC's answer could not be read"),
	{ proof: 'notSent', cause: 'login', own: 'Check the password.' },
];
/** What to do about a row that may have been paid, Balance: Add says itself: until when it is held. */
const isCuredByAdd = (operation: ServiceOperation, { proof }: Failure) =>
	operation === 'issueAddition' && proof === 'unknown';

test.each(OPERATIONS)('every failure of %s has a message and says what to do', (operation) => {
	for (const failure of FAILURES) {
		const { message, description } = explain(failure, operation);
		expect(message).toMatch(/^[A-Z].*[^.]$/);
		if (!isCuredByAdd(operation, failure)) expect(description).toMatch(/^[A-Z].*\.$/);
		const text = `${message} ${description}`;
		expect(text).not.toMatch(/undefined|\[object|ECONN|ERR_/);
		const isInDoubt = WRITES.includes(operation) && failure.proof === 'unknown';
		expect([failure, /We don't know whether/.test(text)]).toEqual([failure, isInDoubt]);
	}
});

test("an answer that is not GMC's own names the proxy, and the Base URL where that may be wrong", () => {
	for (const operation of READS) {
		const ofProxy = explain(statusFailure(401, ''), operation);
		expect(ofProxy.message).toBe(explain(statusFailure(401, said), operation).message);
		expect(ofProxy.description).toMatch(/^The access token.*proxy or firewall/);
	}
	for (const operation of WRITES)
		expect(explain(statusFailure(404, ''), operation).description).toMatch(/proxy.*'Base URL'/);
});
