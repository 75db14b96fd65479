import fc from 'fast-check';
import { runPool } from '../../../../nodes/Gmc/core/pace/pool';

const turn = async () => await Promise.resolve();

/** Runs numbered tasks that take the given turns, and notes what happened. */
async function watch(
	turns: number[],
	limit: number | ((finished: number) => number),
	stopAfter = Infinity,
) {
	const started: number[] = [];
	const finished: number[] = [];
	const together: number[] = [];
	const allowed: number[] = [];
	const run = async (task: number) => {
		started.push(task);
		allowed.push(limitNow());
		together.push(started.length - finished.length);
		for (let i = 0; i < turns[task]; i++) await turn();
		finished.push(task);
	};
	const limitNow = () => (typeof limit === 'number' ? limit : limit(finished.length));
	await runPool([...turns.keys()], limitNow, run, () => finished.length >= stopAfter);
	return { started, finished, together, allowed };
}

const taskLists = fc.array(fc.nat(3), { maxLength: 30 });
const limits = fc.integer({ min: 1, max: 20 });

describe('a limit that changes', () => {
	test('is kept to by all that start, and every task runs once', async () => {
		const changing = fc.array(limits, { minLength: 1, maxLength: 31 });
		await fc.assert(
			fc.asyncProperty(taskLists, changing, async (turns, byFinished) => {
				const limitAt = (finished: number) => byFinished[finished % byFinished.length];
				const { started, finished, together, allowed } = await watch(turns, limitAt);
				expect(started).toEqual([...turns.keys()]);
				expect([...finished].sort((a, b) => a - b)).toEqual(started);
				expect(together.filter((count, n) => count > allowed[n])).toEqual([]);
			}),
		);
	});

	test('is used as soon as it is higher', async () => {
		const { together } = await watch(Array<number>(60).fill(30), (finished) => 2 * finished + 1);
		expect(together.slice(0, 4)).toEqual([1, 1, 2, 3]);
		expect(Math.max(...together)).toBeGreaterThan(10);
	});
});

test('once stopped, no further task is started and those in flight are finished', async () => {
	await fc.assert(
		fc.asyncProperty(taskLists, limits, fc.nat(5), async (turns, concurrency, stopAfter) => {
			const { started, finished } = await watch(turns, concurrency, stopAfter);
			expect(started.length).toBeLessThanOrEqual(Math.max(0, stopAfter) + concurrency);
			expect(finished).toHaveLength(started.length);
			if (stopAfter === 0) expect(started).toEqual([]);
		}),
	);
});
