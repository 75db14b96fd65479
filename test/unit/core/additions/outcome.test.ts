import type { Failure } from '../../../../nodes/Gmc/core/service/failure';
import {
	networkFailure,
	statusFailure,
	unreadableFailure,
} from '../../../../nodes/Gmc/core/service/failure';
import type { Outcome } from '../../../../nodes/Gmc/core/additions/outcome';
import { outcomeOf, stopsRun, summarize } from '../../../../nodes/Gmc/core/additions/outcome';

const login: Failure = { proof: 'notSent', cause: 'login' };

test.each<[string, Failure]>([
	['a 400', statusFailure(400, {})],
	['a 401', statusFailure(401, {})],
	['a 403', statusFailure(403, {})],
	['a refused connection', networkFailure('ECONNREFUSED')],
	['an unknown host', networkFailure('ENOTFOUND')],
	['a failed login', login],
])('%s proves that nothing was done: rejected', (_what, failure) => {
	expect(outcomeOf(failure)).toBe('rejected');
});

const UNKNOWN: Array<[string, Failure]> = [
	['a 500', statusFailure(500, {})],
	['a 503', statusFailure(503, {})],
	['a 429', statusFailure(429, {})],
	['a redirect', statusFailure(302, {})],
	['a reset', networkFailure('ECONNRESET')],
	['a timeout', networkFailure('ECONNABORTED')],
	['a cancelled request', networkFailure('ERR_CANCELED')],
	['a 201 without an id', unreadableFailure(201, 'No id')],
];

test.each(UNKNOWN)('%s proves nothing: unknown, and it stops the line', (_what, failure) => {
	expect(outcomeOf(failure)).toBe('unknown');
	expect(stopsRun(failure)).toBe(true);
});

test.each<[string, Failure, boolean]>([
	['a refused token', statusFailure(401, {}), true],
	['a missing permission', statusFailure(403, {}), true],
	['a failed login', login, true],
	['a bad row', statusFailure(400, {}), false],
	['an unknown customer', statusFailure(404, {}), false],
])('after %s the line stops: %p', (_what, failure, stops) => {
	expect(stopsRun(failure)).toBe(stops);
});

describe('the summary', () => {
	test('counts what occurs, in the order of the README', () => {
		const outcomes: Outcome[] = ['notAttempted', 'unknown', 'issued', 'notAttempted', 'issued'];
		expect(summarize(outcomes)).toBe('2 issued, 1 unknown, 2 not attempted');
		expect(summarize(['rejected', 'skipped'])).toBe('1 skipped, 1 rejected');
	});

	test('of nothing is empty', () => {
		expect(summarize([])).toBe('');
	});
});
