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
const STATUSES = [302, 400, 401, 403, 404, 405, 408, 417, 418, 429, 500, 503];
const FAILURES: Failure[] = [
	...STATUSES.flatMap((code) => [said, '<html></html>'].map((body) => statusFailure(code, body))),
	...['ECONNRESET', 'ECONNABORTED', 'ERR_CANCELED'].map((code) => networkFailure({ code })),
	networkFailure({ code: 'ECONNREFUSED', syscall: 'connect' }),
	unreadableFailure(200, "GMC's answer could not be read"),
	{ proof: 'notSent', cause: 'login', own: 'Check the password.' },
];
const text = (failure: Failure, operation: ServiceOperation) => {
	const { message, description } = explain(failure, operation);
	return `${message} ${description}`;
};

/** What to do about a row that may have been paid, Balance: Add says itself: until when it is held. */
const isCuredByAdd = (operation: ServiceOperation, { proof }: Failure) =>
	operation === 'issueAddition' && proof === 'unknown';

test('every failure of every operation has a message and says what to do', () => {
	for (const operation of OPERATIONS) {
		for (const failure of FAILURES) {
			const { message, description } = explain(failure, operation);
			expect(message).toMatch(/^[A-Z].*[^.]$/);
			if (!isCuredByAdd(operation, failure)) expect(description).toMatch(/^[A-Z].*\.$/);
			expect(message + description).not.toMatch(/undefined|\[object|ECONN|ERR_/);
		}
	}
});

test.each(OPERATIONS)(
	'%s is told to be in doubt where it may have been done, and only there',
	(operation) => {
		for (const failure of FAILURES) {
			const isInDoubt = WRITES.includes(operation) && failure.proof === 'unknown';
			expect(/We don't know whether/.test(text(failure, operation))).toBe(isInDoubt);
		}
	},
);

test.each(WRITES)(
	"%s refused in a form that is not GMC's: the proxy and the Base URL are named",
	(operation) => {
		const said = text(statusFailure(403, '<html></html>'), operation);
		expect(said).toMatch(/The answer \(403\) was not GMC's own. We don't know whether/);
		expect(said).toMatch(/proxy or firewall/);
		expect(text(statusFailure(404, ''), operation)).toMatch(/Base URL/);
	},
);

test.each(READS)(
	"%s refused in a form that is not GMC's means the same, with a hint",
	(operation) => {
		const own = explain(statusFailure(401, said), operation);
		const ofProxy = explain(statusFailure(401, ''), operation);
		expect(ofProxy.message).toBe(own.message);
		expect(ofProxy.description).toMatch(/^The access token.*proxy or firewall/);
	},
);
