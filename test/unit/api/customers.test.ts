import { knownCustomers } from '../../../nodes/Gmc/api/customers';
import type { GmcTransport } from '../../../nodes/Gmc/api/transport';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';

beforeEach(forgetProcess);

/** The name of the only customer, where the service says that it is this one, or fails. */
async function nameAt(name: string | Error, account = 'a') {
	const ask = async () =>
		typeof name === 'string'
			? await Promise.resolve([{ _id: 'x', name }])
			: await Promise.reject(name);
	const fingerprint = async () => await Promise.resolve(account);
	const customers = await knownCustomers({ ask, fingerprint } as unknown as GmcTransport);
	return customers.all()[0].name;
}

test('a list that could not be had is not kept', async () => {
	await expect(nameAt(new Error('no'))).rejects.toThrow('no');
	expect(await nameAt('yes')).toBe('yes');
});

test('a list is asked for again where the clock has gone back: nobody knows how old it is', async () => {
	await nameAt('old');
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
	expect(await nameAt('new')).toBe('new');
	clock.mockRestore();
});

test('only the lists of the accounts that were used last are kept', async () => {
	for (const account of ['a', 'b', 'c']) await nameAt(account, account);
	expect(await nameAt('anew', 'c')).toBe('c');
	expect(await nameAt('anew', 'b')).toBe('b');
	expect(await nameAt('anew', 'a')).toBe('anew');
});
