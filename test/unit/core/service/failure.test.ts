import fc from 'fast-check';
import {
	GmcRequestError,
	isFatal,
	networkFailure,
	readErrorBody,
	statusFailure,
	unreadableFailure,
} from '../../../../nodes/Gmc/core/service/failure';

describe('a status', () => {
	test.each([400, 401, 403, 404, 409, 413, 417, 422])(
		'%p is a refusal: nothing was done',
		(statusCode) => {
			expect(statusFailure(statusCode, {})).toMatchObject({ proof: 'refused', statusCode });
		},
	);

	test.each([301, 302, 307, 408, 429, 500, 502, 503, 504, 599])(
		'%p proves nothing, for what is in front of the service may have sent it',
		(statusCode) => {
			expect(statusFailure(statusCode, {})).toMatchObject({ proof: 'unknown', statusCode });
		},
	);

	test("carries the service's own code and message", () => {
		const body = { statusCode: 417, path: '/x', code: 'CHARGE_NOT_FOUND', message: 'Not found' };
		expect(statusFailure(417, body)).toEqual({
			...{ proof: 'refused', cause: 'status', statusCode: 417 },
			...{ code: 'CHARGE_NOT_FOUND', message: 'Not found' },
		});
	});
});

describe('a broken connection', () => {
	test.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	])('before a byte left proves that nothing was done: %s', (code) => {
		expect(networkFailure(code)).toEqual({ proof: 'notSent', cause: 'network', code });
	});

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
		expect(networkFailure(code)).toEqual({ proof: 'unknown', cause, code });
	});
});

test('a 2xx that cannot be read proves nothing', () => {
	expect(unreadableFailure(201, 'No id')).toMatchObject({ proof: 'unknown', statusCode: 201 });
});

describe("the service's words", () => {
	test.each<[unknown, ReturnType<typeof readErrorBody>]>([
		[{ statusCode: 401, message: 'Unauthorized' }, { message: 'Unauthorized' }],
		[
			{ code: 'X1', message: 'Bad' },
			{ code: 'X1', message: 'Bad' },
		],
		[
			{ code: 17, message: 'Bad' },
			{ code: '17', message: 'Bad' },
		],
		[{ error: { code: 'X1', message: 'Bad' } }, { code: 'X1', message: 'Bad' }],
		[{ error: 'Bad Request', message: 'Bad' }, { message: 'Bad' }],
		[
			{ message: ['name is empty', 'email is empty'] },
			{ message: 'name is empty; email is empty' },
		],
		[{ message: [{ a: 1 }, 'name is empty'] }, { message: 'name is empty' }],
		[{ message: { nested: 'x' }, code: {} }, {}],
		[{ message: '' }, {}],
		['<html>', {}],
		['', {}],
		[null, {}],
		[undefined, {}],
		[[], {}],
		[[{ message: 'x' }], {}],
	])('are read from %j', (body, words) => {
		expect(readErrorBody(body)).toEqual(words);
	});

	test('are cut where they are long', () => {
		const { code, message } = readErrorBody({ code: 'c'.repeat(9999), message: 'm'.repeat(9999) });
		expect(code!.length + message!.length).toBeLessThan(1000);
	});

	test('are texts or nothing, whatever the body', () => {
		fc.assert(
			fc.property(fc.anything(), (body) => {
				const { code, message } = readErrorBody(body);
				expect(['string', 'undefined']).toContain(typeof code);
				expect(['string', 'undefined']).toContain(typeof message);
			}),
		);
	});
});

describe('a failure is fatal for every further row', () => {
	test('when the login or the token is refused', () => {
		expect(isFatal(statusFailure(401, {}))).toBe(true);
		expect(isFatal({ proof: 'notSent', cause: 'login' })).toBe(true);
	});

	test.each([400, 403, 404, 429, 500])('but not with %p', (statusCode) => {
		expect(isFatal(statusFailure(statusCode, {}))).toBe(false);
	});
});

test('the error of a request says what it is about and never lacks a message', () => {
	const error = new GmcRequestError('createCustomer', networkFailure('ECONNRESET'));
	expect(error).toBeInstanceOf(Error);
	expect(error.message).not.toBe('');
	expect(error).toMatchObject({ operation: 'createCustomer', failure: { code: 'ECONNRESET' } });
});

test.each([
	[networkFailure('ECONNREFUSED'), true],
	[networkFailure('ECONNRESET'), false],
	[statusFailure(401, {}), true],
	[statusFailure(400, {}), false],
	[statusFailure(503, {}), false],
	[{ proof: 'notSent', cause: 'login' } as const, true],
])('%j: every further row would meet it is %p', (failure, expected) => {
	expect(isFatal(failure)).toBe(expected);
});
