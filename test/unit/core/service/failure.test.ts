import { networkFailure, statusFailure } from '../../../../nodes/Gmc/core/service/failure';

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
	test('proves that nothing was done where nothing had left (neverSent.ts)', () => {
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
