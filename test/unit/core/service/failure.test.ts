import {
	isFatal,
	networkFailure,
	provesNotSent,
	statusFailure,
	stopsRun,
} from '../../../../nodes/Gmc/core/service/failure';

/** As the service says it (service.md 2.9). */
const said = { message: 'words of the service' };
const connect = { code: 'ECONNREFUSED', syscall: 'connect' };

test.each([400, 401, 404, 409, 422])("%p is a refusal in GMC's own words only", (status) => {
	const refused = statusFailure(status, said);
	expect(refused).toMatchObject({ proof: 'refused', statusCode: status });
	expect(refused.isFromIntermediary).toBeUndefined();
	const empty = ['', '[]', undefined, 403, {}, [], { message: '' }, { statusCode: 402 }];
	for (const body of [...empty, '<html>403</html>', [said], { error: 'no' }]) {
		const ofProxy = { proof: 'unknown', statusCode: status, isFromIntermediary: true };
		expect(statusFailure(status, body)).toMatchObject(ofProxy);
	}
});

test.each([301, 407, 408, 429, 500, 599])('%p proves nothing: a proxy may say so', (statusCode) => {
	expect(statusFailure(statusCode, said)).toMatchObject({ proof: 'unknown', statusCode });
});

test.each([401, 403, 419, 440, 498])('%p ends a run, unless a login has healed it', (status) => {
	const refused = statusFailure(status, said);
	expect([isFatal(refused), stopsRun(refused)]).toEqual([status !== 403, true]);
	const healed = { ...refused, isHealed: true } as const;
	expect([isFatal(healed), stopsRun(healed)]).toEqual([false, false]);
	// What may have been done ends it all the same.
	expect(stopsRun({ ...healed, proof: 'unknown' })).toBe(true);
});

test.each<[unknown, string, string, string?]>([
	[connect, 'notSent', 'network', connect.code],
	[{ code: 'ECONNRESET' }, 'unknown', 'network', 'ECONNRESET'],
	[{ code: 'ECONNABORTED' }, 'unknown', 'timeout', 'ECONNABORTED'],
	[{ code: 'ETIMEDOUT' }, 'unknown', 'timeout', 'ETIMEDOUT'],
	[{ code: 'ERR_CANCELED' }, 'unknown', 'cancelled', 'ERR_CANCELED'],
	[{ code: 7 }, 'unknown', 'network'],
	[undefined, 'unknown', 'network'],
])('a connection that broke with %j: %s, %s', (error, proof, cause, ...[code]) => {
	expect(networkFailure(error)).toEqual({ proof, cause, code });
});

const unreachable = { code: 'EHOSTUNREACH', syscall: 'connect' };
const read = { code: 'EHOSTUNREACH', syscall: 'read' };

test.each<[string, unknown, boolean]>([
	['the connection', connect, true],
	['the name', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, true],
	['the name, by another resolver', { code: 'ESERVFAIL', syscall: 'queryA' }, true],
	['the name, without the step', { code: 'EAI_AGAIN' }, true],
	['the certificate', { code: 'CERT_NOT_YET_VALID' }, true],
	['the address', { code: 'ERR_INVALID_URL' }, true],
	['each of several connections', { code: 'ECONNREFUSED', errors: [connect, connect] }, true],
	['the cause', { code: 'EHOSTUNREACH', cause: unreachable }, true],
	['each of several connections, in the cause', { code: 'E', cause: { errors: [connect] } }, true],
	['a read', read, false],
	['a read that says the connection is refused', { code: 'ECONNREFUSED', syscall: 'read' }, false],
	['a write', { code: 'EPIPE', syscall: 'write' }, false],
	['a code alone', { code: 'ECONNREFUSED' }, false],
	['a read in the cause', { code: 'EHOSTUNREACH', cause: read }, false],
	['one of several', { code: 'ECONNREFUSED', errors: [connect, read] }, false],
	['none of several', { code: 'ECONNREFUSED', syscall: 'connect', errors: [] }, false],
	['a tunnel that was refused', { code: 'ERR_BAD_RESPONSE', response: { status: 502 } }, false],
	['nothing', undefined, false],
])('a failure of %s proves that nothing left: %s', (_what, error, isProof) => {
	expect(provesNotSent(error)).toBe(isProof);
});

test('a cause that is its own cause is looked at for a while only', () => {
	const error: { cause?: unknown } = {};
	error.cause = error;
	expect(provesNotSent(error)).toBe(false);
});
