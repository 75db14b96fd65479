import { Held } from '../../../nodes/Gmc/api/held';

const HOLD_MS = 1_000;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick'] }));
afterEach(() => jest.useRealTimers());

/** Loads that end when they are told to. */
function loads() {
	const made: Array<(value: string) => void> = [];
	const load = async () => await new Promise<string>((resolve) => made.push(resolve));
	return { made, load };
}

const loaded = (value: string) => async () => await Promise.resolve(value);

test('a value is held from when it is there, and loaded anew after the hold', async () => {
	const held = new Held<string>(HOLD_MS);
	const { made, load } = loads();
	const asked = [held.get('a', load), held.get('a', load)];
	jest.advanceTimersByTime(10 * HOLD_MS);
	made[0]('old');
	expect(await Promise.all(asked)).toEqual(['old', 'old']);
	jest.advanceTimersByTime(HOLD_MS);
	expect(await held.get('a', loaded('new'))).toBe('old');
	jest.advanceTimersByTime(1);
	expect(await held.get('a', loaded('new'))).toBe('new');
});

test('a value that could not be loaded is not held', async () => {
	const held = new Held<string>(HOLD_MS);
	await expect(held.get('a', async () => await Promise.reject(new Error('no')))).rejects.toThrow(
		'no',
	);
	expect(await held.get('a', loaded('yes'))).toBe('yes');
});

test('only the accounts that were asked for last are held', async () => {
	const held = new Held<string>(HOLD_MS, 2);
	for (const account of ['a', 'b', 'c']) await held.get(account, loaded(account));
	expect(await held.get('c', loaded('anew'))).toBe('c');
	expect(await held.get('b', loaded('anew'))).toBe('b');
	expect(await held.get('a', loaded('anew'))).toBe('anew');
});

test('a change that comes while a value is loaded is made in that value', async () => {
	const held = new Held<string[]>(HOLD_MS);
	let end: (value: string[]) => void = () => {};
	const loading = held.get('a', async () => await new Promise((resolve) => (end = resolve)));
	held.change('a', (list) => list.push('changed'));
	held.change('b', (list) => list.push('of another'));
	end(['listed']);
	await loading;
	expect(await held.get('a', async () => await Promise.resolve([]))).toEqual(['listed', 'changed']);
	held.forget('a');
	expect(await held.get('a', async () => await Promise.resolve([]))).toEqual([]);
});
