import {
	networkFailure,
	provesNotSent,
	statusFailure,
} from '../../../../nodes/Gmc/core/service/failure';

/** As the service says it (service.md 2.9). */
const said = { message: 'words of the service' };
const connect = { code: 'ECONNREFUSED', syscall: 'connect' };

describe('a status', () => {
	const REFUSALS = [400, 401, 403, 404, 407, 409, 417, 422];

	test.each(REFUSALS)('%p in the words of the service is a refusal: nothing was done', (status) => {
		const failure = statusFailure(status, said);
		expect(failure).toMatchObject({ proof: 'refused', statusCode: status });
		expect(failure.isFromIntermediary).toBeUndefined();
	});

	test.each(REFUSALS)('%p in another form proves nothing', (statusCode) => {
		for (const body of ['<html>403</html>', 'Forbidden', '', undefined, {}, [], { error: 'no' }]) {
			const failure = statusFailure(statusCode, body);
			expect(failure).toMatchObject({ proof: 'unknown', statusCode, isFromIntermediary: true });
		}
	});

	test.each([301, 302, 307, 408, 429, 500, 502, 503, 504, 599])(
		'%p proves nothing, for what is in front of the service may have sent it',
		(statusCode) => {
			expect(statusFailure(statusCode, said)).toMatchObject({ proof: 'unknown', statusCode });
		},
	);
});

describe('a broken connection', () => {
	test('proves that nothing was done where nothing had left', () => {
		const { code } = connect;
		expect(networkFailure(connect)).toEqual({ proof: 'notSent', cause: 'network', code });
	});

	test.each([
		['ECONNRESET', 'network'],
		['ERR_BAD_RESPONSE', 'network'],
		[undefined, 'network'],
		['ECONNABORTED', 'timeout'],
		['ETIMEDOUT', 'timeout'],
		['ERR_CANCELED', 'cancelled'],
	])('after that proves nothing: %p', (code, cause) => {
		expect(networkFailure({ code })).toEqual({ proof: 'unknown', cause, code });
	});
});

test.each([undefined, 'text', {}, { code: 7 }])('%p for an error proves nothing', (error) => {
	expect(networkFailure(error)).toEqual({ proof: 'unknown', cause: 'network', code: undefined });
});

const read = { code: 'EHOSTUNREACH', syscall: 'read' };

test.each<[string, unknown]>([
	['the connection', connect],
	['the connection, with whatever code', { code: 'EHOSTUNREACH', syscall: 'connect' }],
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
	['a code of no host alone', { code: 'EHOSTUNREACH' }],
	['a read in the cause', { code: 'EHOSTUNREACH', cause: read }],
	['one of several', { code: 'ECONNREFUSED', errors: [connect, read] }],
	['none of several', { code: 'ECONNREFUSED', syscall: 'connect', errors: [] }],
	['a socket that was reused', { code: 'ECONNRESET', syscall: 'read' }],
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
