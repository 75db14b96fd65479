import { forgetKnownCustomers, knownCustomers } from '../../../nodes/Gmc/api/customerList';
import type { GmcTransport } from '../../../nodes/Gmc/api/transport';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';

const MAX_AGE_MS = 300_000;

beforeEach(() => {
	forgetProcess();
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setTimeout'] });
});
afterEach(() => jest.useRealTimers());

/** A service whose only customer has this name. */
const listing = (name: string, account = 'a') => {
	const ask = jest.fn(async () => await Promise.resolve([{ _id: 'x', name, wallet: 1 }]));
	const fingerprint = async () => await Promise.resolve(account);
	return { ask, transport: { ask, fingerprint } as unknown as GmcTransport };
};

const nameAt = async ({ transport }: ReturnType<typeof listing>, notBefore?: number) => {
	const [one] = (await knownCustomers(transport, notBefore)).all();
	return one.name;
};

test('a list is used from when it was asked for, and asked for again when it is too old', async () => {
	const old = listing('old');
	expect(await Promise.all([nameAt(old), nameAt(old)])).toEqual(['old', 'old']);
	expect(old.ask).toHaveBeenCalledTimes(1);
	jest.setSystemTime(Date.now() + MAX_AGE_MS);
	expect(await nameAt(listing('new'))).toBe('old');
	jest.setSystemTime(Date.now() + 1);
	expect(await nameAt(listing('new'))).toBe('new');
});

test('a list is asked for again where the clock has gone back: nobody knows how old it is', async () => {
	await nameAt(listing('old'));
	jest.setSystemTime(Date.now() - 3_600_000);
	expect(await nameAt(listing('new'))).toBe('new');
});

test('a list that could not be had is not kept', async () => {
	const failing = listing('no');
	failing.ask.mockRejectedValue(new Error('no'));
	await expect(nameAt(failing)).rejects.toThrow('no');
	expect(await nameAt(listing('yes'))).toBe('yes');
});

test('only the lists of the accounts that were used last are kept', async () => {
	for (const account of ['a', 'b', 'c']) await nameAt(listing(account, account));
	expect(await nameAt(listing('anew', 'c'))).toBe('c');
	expect(await nameAt(listing('anew', 'b'))).toBe('b');
	expect(await nameAt(listing('anew', 'a'))).toBe('anew');
});

test('a list is asked for again where it has to be of now, or was let go of meanwhile', async () => {
	const old = listing('old');
	const asked = nameAt(old);
	await forgetKnownCustomers(old.transport);
	expect(await asked).toBe('old');
	expect(await nameAt(listing('new'))).toBe('new');
	jest.setSystemTime(Date.now() + 1);
	expect(await nameAt(listing('newer'), Date.now() - 1)).toBe('new');
	expect(await nameAt(listing('newer'), Date.now())).toBe('newer');
});
