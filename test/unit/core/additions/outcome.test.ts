import type { Failure } from '../../../../nodes/Gmc/core/service/failure';
import {
	networkFailure,
	statusFailure,
	unreadableFailure,
} from '../../../../nodes/Gmc/core/service/failure';
import type { Outcome } from '../../../../nodes/Gmc/core/additions/outcome';
import { outcomeOf, stopsRun, summarize } from '../../../../nodes/Gmc/core/additions/outcome';

/** As the service says it (service.md 2.9). */
const said = { message: 'words of the service' };
const login: Failure = { proof: 'notSent', cause: 'login' };

test.each<[string, Failure]>([
	['a 400', statusFailure(400, said)],
	['a 401', statusFailure(401, said)],
	['a 403', statusFailure(403, said)],
	['a refused connection', networkFailure({ code: 'ECONNREFUSED', syscall: 'connect' })],
	['an unknown host', networkFailure({ code: 'ENOTFOUND' })],
	['a failed login', login],
])('%s proves that nothing was done: rejected', (_what, failure) => {
	expect(outcomeOf(failure)).toBe('rejected');
});

const UNKNOWN: Array<[string, Failure]> = [
	['a 500', statusFailure(500, said)],
	['a 503', statusFailure(503, said)],
	['a 429', statusFailure(429, said)],
	['a 403 of a firewall', statusFailure(403, '<html>Forbidden</html>')],
	['a 401 without a body', statusFailure(401, '')],
	['a redirect', statusFailure(302, said)],
	['a reset', networkFailure({ code: 'ECONNRESET' })],
	['a host that was lost on the way', networkFailure({ code: 'EHOSTUNREACH', syscall: 'read' })],
	['a timeout', networkFailure({ code: 'ECONNABORTED' })],
	['a cancelled request', networkFailure({ code: 'ERR_CANCELED' })],
	['a 201 without an id', unreadableFailure(201, 'No id')],
];

test.each(UNKNOWN)('%s proves nothing: unknown, and it stops the line', (_what, failure) => {
	expect(outcomeOf(failure)).toBe('unknown');
	expect(stopsRun(failure)).toBe(true);
});

test.each<[string, Failure, boolean]>([
	['a refused token', statusFailure(401, said), true],
	['a missing permission', statusFailure(403, said), true],
	['a failed login', login, true],
	['a bad row', statusFailure(400, said), false],
	['an unknown customer', statusFailure(404, said), false],
])('after %s the line stops: %p', (_what, failure, stops) => {
	expect(stopsRun(failure)).toBe(stops);
});

describe('the summary', () => {
	test('counts what occurs, in the order of the reference', () => {
		const outcomes: Outcome[] = ['notAttempted', 'unknown', 'issued', 'notAttempted', 'issued'];
		expect(summarize(outcomes)).toBe('2 issued, 1 unknown, 2 not attempted');
		expect(summarize(['rejected', 'skipped'])).toBe('1 skipped, 1 rejected');
	});

	test('of nothing is empty', () => {
		expect(summarize([])).toBe('');
	});
});
