import fc from 'fast-check';
import { runPool } from '../../../../nodes/Gmc/core/util/pool';

const turn = async () => await Promise.resolve();

/** Runs numbered tasks that take the given turns, and notes what happened. */
async function watch(turns: number[], concurrency: number, stopAfter = Infinity) {
	const started: number[] = [];
	const finished: number[] = [];
	const together: number[] = [];
	const run = async (task: number) => {
		started.push(task);
		together.push(started.length - finished.length);
		for (let i = 0; i < turns[task]; i++) await turn();
		finished.push(task);
	};
	await runPool([...turns.keys()], concurrency, run, () => finished.length >= stopAfter);
	return { started, finished, together };
}

const taskLists = fc.array(fc.nat(3), { maxLength: 30 });
const limits = fc.integer({ min: 1, max: 20 });

test('every task runs once, in order of start, and all are finished at the end', async () => {
	await fc.assert(
		fc.asyncProperty(taskLists, limits, async (turns, concurrency) => {
			const { started, finished } = await watch(turns, concurrency);
			expect(started).toEqual([...turns.keys()]);
			expect([...finished].sort((a, b) => a - b)).toEqual(started);
		}),
	);
});

test('never more than the limit run at once', async () => {
	await fc.assert(
		fc.asyncProperty(taskLists, limits, async (turns, concurrency) => {
			const { together } = await watch(turns, concurrency);
			expect(Math.max(0, ...together)).toBeLessThanOrEqual(concurrency);
		}),
	);
});

test('the limit is used', async () => {
	const { together } = await watch(Array<number>(20).fill(3), 4);
	expect(Math.max(...together)).toBe(4);
});

test('the first one runs alone, so that one login serves all', async () => {
	const { together } = await watch([5, 1, 1, 1], 4);
	expect(together.slice(0, 2)).toEqual([1, 1]);
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

test('after a first task that stops the line nothing else is started', async () => {
	expect((await watch([1, 1, 1, 1, 1], 4, 1)).started).toEqual([0]);
});

test('no tasks are no work', async () => {
	expect((await watch([], 4)).started).toEqual([]);
});
