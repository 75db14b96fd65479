/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of what Node.js keeps in memory */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sleep } from 'n8n-workflow';
import { asClockMs, withTimeout } from '../../../nodes/Gmc/api/withTimeout';

test.each([
	[1.2, 2],
	[-1, 0],
	[1e12, 2 ** 31 - 1],
	[Infinity, 2 ** 31 - 1],
])('%p milliseconds are %p of a clock', (ms, expected) => {
	expect(asClockMs(ms)).toBe(expected);
	expect(() => AbortSignal.timeout(asClockMs(ms))).not.toThrow();
});

test('lets go of what the promise gave before the time is over', async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	let answer: object | undefined = { list: new Array(1000).fill('addition') };
	const held = new WeakRef(answer);
	await withTimeout(Promise.resolve(answer), 600_000);
	answer = undefined;
	await sleep(10);
	collect();
	expect(held.deref()).toBeUndefined();
});
