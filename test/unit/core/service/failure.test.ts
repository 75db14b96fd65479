import {
	GmcRequestError,
	isFatal,
	networkFailure,
	statusFailure,
	unreadableFailure,
} from '../../../../nodes/Gmc/core/service/failure';

/** As the service says it (service.md 2.9). */
const said = { message: 'words of the service' };
const connect = { code: 'ECONNREFUSED', syscall: 'connect' };

describe('a status', () => {
	const REFUSALS = [400, 401, 403, 404, 405, 407, 409, 413, 417, 422];

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

	test("carries the service's own code and message", () => {
		const body = { statusCode: 417, path: '/x', code: 'CHARGE_NOT_FOUND', message: 'Not found' };
		expect(statusFailure(417, body)).toEqual({
			proof: 'refused',
			cause: 'status',
			statusCode: 417,
			code: 'CHARGE_NOT_FOUND',
			message: 'Not found',
		});
	});
});

describe('a broken connection', () => {
	test.each([
		connect,
		{ code: 'EHOSTUNREACH', syscall: 'connect' },
		{ code: 'ETIMEDOUT', syscall: 'connect' },
		{ code: 'ENOTFOUND', syscall: 'getaddrinfo' },
		{ code: 'EAI_AGAIN' },
		{ code: 'CERT_HAS_EXPIRED' },
		{ code: 'ERR_INVALID_URL' },
	])('before a byte left proves that nothing was done: %j', (error) => {
		expect(networkFailure(error)).toEqual({ proof: 'notSent', cause: 'network', code: error.code });
	});

	test.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'])(
		'%s proves nothing by itself, nor where a read has failed',
		(code) => {
			for (const error of [{ code }, { code, syscall: 'read' }, { code, syscall: 'write' }]) {
				expect(networkFailure(error)).toEqual({ proof: 'unknown', cause: 'network', code });
			}
		},
	);

	test.each([
		['ECONNRESET', 'network'],
		['EPIPE', 'network'],
		['ERR_BAD_RESPONSE', 'network'],
		['SOMETHING_NEW', 'network'],
		[undefined, 'network'],
		['ECONNABORTED', 'timeout'],
		['ETIMEDOUT', 'timeout'],
		['ERR_CANCELED', 'cancelled'],
	])('after that proves nothing: %p', (code, cause) => {
		expect(networkFailure({ code })).toEqual({ proof: 'unknown', cause, code });
	});
});

test('a 2xx that cannot be read proves nothing', () => {
	expect(unreadableFailure(201, 'No id')).toMatchObject({
		proof: 'unknown',
		statusCode: 201,
	});
});

test.each([undefined, null, 'text', 7, {}, { code: 7 }])(
	'%p for an error proves nothing',
	(error) => {
		expect(networkFailure(error)).toEqual({ proof: 'unknown', cause: 'network', code: undefined });
	},
);

describe('a failure is fatal for every further row', () => {
	test('when the login or the token is refused', () => {
		expect(isFatal(statusFailure(401, said))).toBe(true);
		expect(isFatal({ proof: 'notSent', cause: 'login' })).toBe(true);
	});

	test.each([400, 403, 404, 429, 500])('but not with %p', (statusCode) => {
		expect(isFatal(statusFailure(statusCode, said))).toBe(false);
	});
});

test('the error of a request says what it is about and never lacks a message', () => {
	const error = new GmcRequestError('createCustomer', networkFailure({ code: 'ECONNRESET' }));
	expect(error).toBeInstanceOf(Error);
	expect(error.message).not.toBe('');
	expect(error).toMatchObject({ operation: 'createCustomer', failure: { code: 'ECONNRESET' } });
});

test.each([
	[networkFailure(connect), true],
	[networkFailure({ code: 'ECONNRESET' }), false],
	[statusFailure(401, said), true],
	[statusFailure(400, said), false],
	[statusFailure(503, said), false],
	[{ proof: 'notSent', cause: 'login' } as const, true],
])('%j: every further row would meet it is %p', (failure, expected) => {
	expect(isFatal(failure)).toBe(expected);
});
