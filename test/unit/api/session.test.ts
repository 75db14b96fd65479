import { renewToken } from '../../../nodes/Gmc/api/session';
import type { GmcCredential } from '../../../nodes/Gmc/core/service/credential';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';

const credential = { baseUrl: 'https://gmc.example/api', email: 'a@b', senha: 'wrong' };

beforeEach(forgetProcess);
afterEach(() => jest.restoreAllMocks());

test('a refused login is not tried again for ten seconds, or GMC may lock the account', async () => {
	const httpRequest = jest.fn(async () => await Promise.resolve({ statusCode: 401, body: {} }));
	const helpers = { httpRequest } as unknown as Parameters<typeof renewToken>[0];
	const logIn = async () => {
		const renewing = renewToken(helpers, credential as unknown as GmcCredential);
		await expect(renewing).rejects.toThrow('refused the login (HTTP 401)');
		return httpRequest.mock.calls.length;
	};
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	expect(await logIn()).toBe(1);
	expect(await logIn()).toBe(1);
	clock.mockReturnValue(now + 10_001);
	expect(await logIn()).toBe(2);
});
