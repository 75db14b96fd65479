import {
	networkFailure,
	provesNotSent,
	statusFailure,
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

test.each([301, 408, 429, 500, 599])('%p proves nothing: a proxy may say so', (statusCode) => {
	expect(statusFailure(statusCode, said)).toMatchObject({ proof: 'unknown', statusCode });
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

const read = { code: 'EHOSTUNREACH', syscall: 'read' };

test.each<[string, unknown]>([
	['the connection', connect],
	['the name', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
	['the name, by another resolver', { code: 'ESERVFAIL', syscall: 'queryA' }],
	['the name, without the step', { code: 'EAI_AGAIN' }],
	['the certificate', { code: 'CERT_NOT_YET_VALID' }],
	['the address', { code: 'ERR_INVALID_URL' }],
	['each of several connections', { code: 'ECONNREFUSED', errors: [connect, connect] }],
	['the cause', { code: 'EHOSTUNREACH', cause: { code: 'EHOSTUNREACH', syscall: 'connect' } }],
	['each of several connections, in the cause', { code: 'E', cause: { errors: [connect] } }],
])('nothing left where this has failed: %s', (_what, error) => {
	expect(provesNotSent(error)).toBe(true);
});

test.each<[string, unknown]>([
	['a read', read],
	['a read that says the connection is refused', { code: 'ECONNREFUSED', syscall: 'read' }],
	['a write', { code: 'EPIPE', syscall: 'write' }],
	['a code alone', { code: 'ECONNREFUSED' }],
	['a read in the cause', { code: 'EHOSTUNREACH', cause: read }],
	['one of several', { code: 'ECONNREFUSED', errors: [connect, read] }],
	['none of several', { code: 'ECONNREFUSED', syscall: 'connect', errors: [] }],
	['a tunnel that was refused', { code: 'ERR_BAD_RESPONSE', response: { status: 502 } }],
	['nothing', undefined],
])('it may have left where this is all that is known: %s', (_what, error) => {
	expect(provesNotSent(error)).toBe(false);
});

test('a cause that is its own cause is looked at for a while only', () => {
	const error: { cause?: unknown } = {};
	error.cause = error;
	expect(provesNotSent(error)).toBe(false);
});
