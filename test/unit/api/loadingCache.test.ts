import { LoadingCache } from '../../../nodes/Gmc/api/loadingCache';

const MAX_AGE_MS = 1_000;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick'] }));
afterEach(() => jest.useRealTimers());

/** Loads that end when they are told to. */
function loads() {
	const made: Array<(value: string) => void> = [];
	const load = async () => await new Promise<string>((resolve) => made.push(resolve));
	return { made, load };
}

const loaded = (value: string) => async () => await Promise.resolve(value);

test('a value is kept from when it was asked for, and loaded anew when it is too old', async () => {
	const cache = new LoadingCache<string>(MAX_AGE_MS);
	const { made, load } = loads();
	const asked = [cache.get('a', load), cache.get('a', load)];
	made[0]('old');
	expect(await Promise.all(asked)).toEqual(['old', 'old']);
	jest.advanceTimersByTime(MAX_AGE_MS);
	expect(await cache.get('a', loaded('new'))).toBe('old');
	jest.advanceTimersByTime(1);
	expect(await cache.get('a', loaded('new'))).toBe('new');
});

test('a value is loaded anew where the clock has gone back: nobody knows how old it is', async () => {
	const cache = new LoadingCache<string>(MAX_AGE_MS);
	await cache.get('a', loaded('old'));
	jest.setSystemTime(Date.now() - 3_600_000);
	expect(await cache.get('a', loaded('new'))).toBe('new');
});

test('a value that could not be loaded is not kept', async () => {
	const cache = new LoadingCache<string>(MAX_AGE_MS);
	await expect(cache.get('a', async () => await Promise.reject(new Error('no')))).rejects.toThrow(
		'no',
	);
	expect(await cache.get('a', loaded('yes'))).toBe('yes');
});

test('only the accounts that were asked for last are kept', async () => {
	const cache = new LoadingCache<string>(MAX_AGE_MS, 2);
	for (const account of ['a', 'b', 'c']) await cache.get(account, loaded(account));
	expect(await cache.get('c', loaded('anew'))).toBe('c');
	expect(await cache.get('b', loaded('anew'))).toBe('b');
	expect(await cache.get('a', loaded('anew'))).toBe('anew');
});

test('a value is loaded anew where it has to be of now, or was let go of meanwhile', async () => {
	const cache = new LoadingCache<string>(MAX_AGE_MS);
	const { made, load } = loads();
	const asked = cache.get('a', load);
	cache.forget('a');
	made[0]('old');
	expect(await asked).toBe('old');
	expect(await cache.get('a', loaded('new'))).toBe('new');
	jest.advanceTimersByTime(1);
	expect(await cache.get('a', loaded('newer'), Date.now() - 1)).toBe('new');
	expect(await cache.get('a', loaded('newer'), Date.now())).toBe('newer');
});
