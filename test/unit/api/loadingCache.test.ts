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

test('a value is kept from when it is there, and loaded anew when it is too old', async () => {
	const cache = new LoadingCache<string>(MAX_AGE_MS);
	const { made, load } = loads();
	const asked = [cache.get('a', load), cache.get('a', load)];
	jest.advanceTimersByTime(10 * MAX_AGE_MS);
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

test('a change that comes while a value is loaded is made in that value', async () => {
	const cache = new LoadingCache<string[]>(MAX_AGE_MS);
	let end: (value: string[]) => void = () => {};
	const loading = cache.get('a', async () => await new Promise((resolve) => (end = resolve)));
	cache.change('a', (list) => list.push('changed'));
	cache.change('b', (list) => list.push('of another'));
	end(['listed']);
	await loading;
	expect(await cache.get('a', async () => await Promise.resolve([]))).toEqual([
		'listed',
		'changed',
	]);
	cache.forget('a');
	expect(await cache.get('a', async () => await Promise.resolve([]))).toEqual([]);
});
