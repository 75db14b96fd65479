import { explain } from '../../../../nodes/Gmc/core/service/explain';
import type { Failure, ServiceOperation } from '../../../../nodes/Gmc/core/service/failure';
import {
	networkFailure,
	statusFailure,
	unreadableFailure,
} from '../../../../nodes/Gmc/core/service/failure';

const READS: ServiceOperation[] = ['getAddition', 'listAdditions', 'listCustomers'];
const WRITES: ServiceOperation[] = [
	'issueAddition',
	'createCustomer',
	'updateCustomer',
	'deleteCustomer',
];
const OPERATIONS = [...READS, ...WRITES];
const loginFailure: Failure = {
	proof: 'notSent',
	cause: 'login',
	own: 'Check the password.',
};
/** In the service's own form (service.md 2.9), without words that would be told. */
const said = { code: 'X' };
const STATUSES = [302, 400, 401, 403, 404, 405, 407, 408, 413, 417, 418, 429, 500, 503];
const refusedConnection = { code: 'ECONNREFUSED', syscall: 'connect' };
const FAILURES: Failure[] = [
	...STATUSES.map((code) => statusFailure(code, said)),
	...STATUSES.map((code) => statusFailure(code, '<html></html>')),
	...['ECONNRESET', 'ECONNABORTED', 'ERR_CANCELED', undefined].map((code) =>
		networkFailure({ code }),
	),
	networkFailure(refusedConnection),
	unreadableFailure(200, "GMC's answer could not be read"),
	loginFailure,
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

test.each(WRITES)('%s of unknown fate says so, and what to look at first', (operation) => {
	for (const failure of FAILURES.filter(({ proof }) => proof === 'unknown')) {
		expect(text(failure, operation)).toMatch(/We don't know whether/);
	}
	const reset = networkFailure({ code: 'ECONNRESET' });
	if (isCuredByAdd(operation, reset)) return;
	expect(text(reset, operation)).toMatch(/Check .* before you/);
});

test.each(WRITES)(
	"%s refused in a form that is not GMC's is not said to be refused",
	(operation) => {
		const { message, description } = explain(statusFailure(403, '<html></html>'), operation);
		expect(message).toMatch(/The answer \(403\) was not GMC's own. We don't know whether/);
		expect(description).toMatch(/proxy or firewall/);
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

test.each(OPERATIONS)('%s that was refused, or changes nothing, leaves no doubt', (operation) => {
	const isRead = READS.includes(operation);
	for (const failure of FAILURES.filter(({ proof }) => isRead || proof !== 'unknown'))
		expect(text(failure, operation)).not.toMatch(/We don't know whether/);
});
