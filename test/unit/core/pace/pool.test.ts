import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
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

describe('tasks that are made one by one', () => {
	const notes: string[] = [];
	const ends: Array<() => void> = [];
	beforeEach(() => {
		notes.length = 0;
		ends.length = 0;
	});

	/** Lets everything go on that can. */
	const settle = async () => await sleep(1);

	/** Is under way until `ends` lets it end. */
	const work = async (task: number) => {
		notes.push(`begins ${task}`);
		await new Promise<void>((resolve) => ends.push(resolve));
		notes.push(`ends ${task}`);
	};

	async function* tasks(count: number, make: (task: number) => Promise<void> = turn) {
		for (let task = 0; task < count; task++) {
			notes.push(`makes ${task}`);
			await make(task);
			yield task;
		}
	}

	test('are asked for when they could start, not before', async () => {
		const pool = runPool(tasks(3), () => 1, work);
		await settle();
		expect(notes).toEqual(['makes 0', 'begins 0']);
		ends[0]();
		await settle();
		expect(notes.slice(2)).toEqual(['ends 0', 'makes 1', 'begins 1']);
		ends[1]();
		await settle();
		ends[2]();
		await pool;
		expect(notes.at(-1)).toBe('ends 2');
	});

	test('wait where the limit has fallen while they were made', async () => {
		let limit = 2;
		const fall = async (task: number) => void (limit = task > 0 ? 1 : 2);
		const pool = runPool(tasks(2, fall), () => limit, work);
		await settle();
		expect(notes).toEqual(['makes 0', 'begins 0', 'makes 1']);
		ends[0]();
		await settle();
		expect(notes.slice(3)).toEqual(['ends 0', 'begins 1']);
		ends[1]();
		await pool;
	});

	test('that cannot be made leave nothing behind that is still at work', async () => {
		const fail = async (task: number) => {
			if (task === 1) throw new Error('no more');
		};
		let isOver = false;
		const pool = runPool(tasks(2, fail), () => 2, work).finally(() => {
			isOver = true;
		});
		pool.catch(() => {});
		await settle();
		expect(isOver).toBe(false);
		ends[0]();
		await expect(pool).rejects.toThrow('no more');
		expect(notes.at(-1)).toBe('ends 0');
	});
});
