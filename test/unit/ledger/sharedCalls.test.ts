import { sleep } from 'n8n-workflow';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import { type Part, share, SHARED } from '../../../nodes/Gmc/ledger/sharedCalls';

// Calls of several runs become one, and fail alone.

const bounds = { ...SHARED };
/** The calls that went out: who made it, and for which runs. */
let calls: string[] = [];
let failing: (call: string) => Promise<void> | void = () => {};

beforeEach(() => {
	forgetProcess();
	calls = [];
	failing = () => {};
});
afterEach(() => void Object.assign(SHARED, bounds));

interface Named extends Part<string> {
	run: string;
}

async function call(name: string): Promise<void> {
	calls.push(name);
	await sleep(5);
	await failing(name);
}

/** A run asks, and is answered with its own name. */
async function ask(run: string, more: Partial<Part<string>> & { line?: string } = {}) {
	const { line = 'table', ...own } = more;
	const part: Named = {
		run,
		size: 1,
		since: 0,
		isOver: () => false,
		alone: async (isRepeat) => {
			await call(`${run}${isRepeat ? ' again' : ''}`);
			return run;
		},
		together: async (parts) => {
			const runs = (parts as Named[]).map((one) => one.run);
			await call(`${run}: ${runs.join(' ')}`);
			return runs;
		},
		...own,
	};
	return await share(line, part);
}
const askAll = async (...runs: string[]) =>
	await Promise.all(runs.map(async (run) => await ask(run)));

test('a lonely run never waits', async () => {
	const asked = ask('a');
	expect(calls).toEqual(['a']);
	expect(await asked).toBe('a');
	await ask('b');
	expect(calls).toEqual(['a', 'b']);
});

test('what comes while a call is under way goes out with the next one, and each gets its own answer', async () => {
	expect(await askAll('a', 'b', 'c', 'd')).toEqual(['a', 'b', 'c', 'd']);
	expect(calls).toEqual(['a', 'd: b c d']);
	await ask('e');
	expect(calls).toHaveLength(3);
});

test('what comes while a shared call is under way goes out after that', async () => {
	let late: Promise<string[]> | undefined;
	failing = (name) => {
		if (name === 'c: b c') late = askAll('d', 'e');
	};
	await askAll('a', 'b', 'c');
	await late;
	expect(calls).toEqual(['a', 'c: b c', 'e: d e']);
});

test('one line does not wait for another', async () => {
	await Promise.all([ask('a'), ask('b', { line: 'another table' })]);
	expect(calls).toEqual(['a', 'b']);
});

test('the run that began last makes the call, unless it was cancelled', async () => {
	const young = { since: 3, isOver: () => true };
	await Promise.all([ask('a'), ask('b', { since: 1 }), ask('c', { since: 2 }), ask('d', young)]);
	await Promise.all([ask('a'), ask('b', young), ask('c', young)]);
	expect(calls).toEqual(['a', 'c: b c d', 'a', 'c: b c']);
});

test('where a shared call fails, each repeats its own part, and only its own error counts', async () => {
	failing = (name) => {
		if (name.includes(':') || name === 'c again') throw new Error(`no ${name}`);
	};
	const asked = await Promise.allSettled(['a', 'b', 'c', 'd'].map(async (run) => await ask(run)));
	expect(asked.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual(
		['a', 'b', 'Error: no c again', 'd'],
	);
	expect(calls).toEqual(['a', 'd: b c d', 'b again', 'c again', 'd again']);
	failing = () => {};
	expect(await askAll('e', 'f', 'g')).toEqual(['e', 'f', 'g']);
});

test('the first call of a line that fails stops nobody behind it', async () => {
	failing = (name) => {
		if (name === 'a') throw new Error('no');
	};
	const first = ask('a');
	const behind = askAll('b', 'c');
	await expect(first).rejects.toThrow('no');
	expect(await behind).toEqual(['b', 'c']);
});

test('a part that waits too long behind others goes alone', async () => {
	SHARED.waitMs = 20;
	failing = async (name) => {
		if (name === 'a') await sleep(400);
	};
	const first = ask('a');
	expect(await ask('b')).toBe('b');
	expect(calls).toEqual(['a', 'b']);
	await first;
	expect(calls).toEqual(['a', 'b']);
});

test('a large part goes alone, at once', async () => {
	SHARED.partSize = 4;
	const asked = [ask('a'), ask('b'), ask('large', { size: 5 })];
	expect(calls).toEqual(['a', 'large']);
	await Promise.all(asked);
});

test('a call takes no more than it can', async () => {
	SHARED.callSize = 6;
	const three = async (run: string) => await ask(run, { size: 3 });
	await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(three));
	expect(calls).toEqual(['a', 'c: b c', 'e: d e', 'f']);
});
