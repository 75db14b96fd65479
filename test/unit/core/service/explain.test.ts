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
const loginFailure: Failure = { proof: 'notSent', cause: 'login', message: 'Check the password.' };
const FAILURES: Failure[] = [
	...[302, 400, 401, 403, 404, 405, 408, 417, 418, 429, 500, 503].map((code) =>
		statusFailure(code, {}),
	),
	...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ERR_CANCELED', undefined].map(networkFailure),
	unreadableFailure(200, "GMC's answer could not be read"),
	loginFailure,
];
const text = (failure: Failure, operation: ServiceOperation) => {
	const { message, description } = explain(failure, operation);
	return `${message} ${description}`;
};

/** The statuses of service.md 7, and a word that their condition there cannot do without. */
const DOCUMENTED: Array<[ServiceOperation, number, RegExp]> = [
	['issueAddition', 400, /amount/],
	['issueAddition', 400, /customer/],
	['issueAddition', 401, /Origin/],
	['issueAddition', 403, /INTEGRATION_ONLY/],
	['issueAddition', 503, /unavailable/],
	['getAddition', 401, /token/],
	['getAddition', 417, /another user/],
	['listAdditions', 401, /token/],
	['createCustomer', 400, /tax ID, name and e-mail/],
	['createCustomer', 401, /credential/],
	['listCustomers', 401, /credential/],
	['updateCustomer', 400, /Update Fields/],
	['updateCustomer', 401, /credential/],
	['updateCustomer', 403, /another GMC user/],
	['updateCustomer', 404, /deleted/],
	['deleteCustomer', 401, /credential/],
	['deleteCustomer', 403, /another GMC user/],
	['deleteCustomer', 404, /deleted/],
];

test.each(DOCUMENTED)('%s answered with %p is explained by %p', (operation, statusCode, words) => {
	const failure = statusFailure(statusCode, {});
	expect(text(failure, operation)).toMatch(words);
	expect(explain(failure, operation).message).toContain(`(${statusCode})`);
});

test('every failure of every operation has a message and says what to do', () => {
	for (const operation of OPERATIONS) {
		for (const failure of FAILURES) {
			const { message, description } = explain(failure, operation);
			expect(message).toMatch(/^[A-Z].*[^.]$/);
			expect(description).toMatch(/^[A-Z].*\.$/);
			expect(message + description).not.toMatch(/undefined|\[object|ECONN|ERR_/);
		}
	}
});

test.each(WRITES)('%s of unknown fate says so, and what to look at first', (operation) => {
	for (const failure of FAILURES.filter(({ proof }) => proof === 'unknown')) {
		expect(text(failure, operation)).toMatch(/not known/);
	}
	expect(text(networkFailure('ECONNRESET'), operation)).toMatch(/Look .* before you/);
});

test.each(WRITES)('%s that was refused leaves no doubt', (operation) => {
	for (const failure of FAILURES.filter(({ proof }) => proof !== 'unknown')) {
		expect(text(failure, operation)).not.toMatch(/not known/);
	}
});

test.each(READS)('%s leaves no doubt, for it changes nothing', (operation) => {
	for (const failure of FAILURES) expect(text(failure, operation)).not.toMatch(/not known/);
});

test.each(OPERATIONS)('%s that never left says so', (operation) => {
	expect(text(networkFailure('ECONNREFUSED'), operation)).toMatch(/nothing was sent.*Base URL/);
	expect(text(loginFailure, operation)).toMatch(/nothing was sent.*Check the password\./);
});

test("the service's own words are added to an explained status", () => {
	const failure = statusFailure(400, { message: 'taxId is taken' });
	expect(explain(failure, 'createCustomer').description).toMatch(/GMC says: taxId is taken\.$/);
	expect(explain(failure, 'createCustomer').message).not.toContain('taken');
});

test.each([404, 405])('%p where it has no other meaning points to the Base URL', (statusCode) => {
	expect(text(statusFailure(statusCode, {}), 'listCustomers')).toMatch(/Base URL.*\/api/);
});
