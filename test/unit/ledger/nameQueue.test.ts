import { sleep } from 'n8n-workflow';
import { growthOf } from '../../../harness/system/steps';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import { QUEUE, Turn } from '../../../nodes/Gmc/ledger/nameQueue';

// Runs of one process wait for each other's names.

let went: string[] = [];
/** The test is over: nobody waits any longer. */
let isDone = false;
const wait = QUEUE.waitMs;

beforeEach(() => {
	forgetProcess();
	went = [];
	isDone = false;
});
afterEach(() => {
	QUEUE.waitMs = wait;
	isDone = true;
});

/** A run that lines up at once. */
function lineUp(run: string, names: string[], isOver = () => false) {
	const turn = new Turn(() => isDone || isOver());
	const waiting = turn.await(names).then(() => void went.push(run));
	return { turn, waiting };
}
const others = async () => await sleep(5);

test('a name goes to one run after the other, in the order in which they came', async () => {
	const [first, second] = ['first', 'second', 'third'].map((run) => lineUp(run, ['a']));
	await others();
	expect(went).toEqual(['first']);
	first.turn.leave(['a']);
	await others();
	expect(went).toEqual(['first', 'second']);
	second.turn.end();
	await others();
	expect(went).toEqual(['first', 'second', 'third']);
});

test('a run that alone wants a name does not wait', async () => {
	lineUp('one', ['a']);
	lineUp('other', ['b']);
	await Promise.resolve();
	expect(went).toEqual(['one', 'other']);
});

test('runs with several names in any order all have their turn', async () => {
	const sheets = [['a', 'b'], ['b', 'a', 'c'], ['c', 'a'], ['d', 'c'], ['d']];
	const runs = sheets.map((names, at) => lineUp(String(at), names));
	for (const { turn, waiting } of runs) {
		await waiting;
		turn.end();
	}
	expect(went).toEqual(['0', '1', '2', '3', '4']);
});

test('a run that has its turn never waits for more names', async () => {
	const one = lineUp('one', ['a']);
	const other = lineUp('other', ['b']);
	await Promise.all([one.turn.await(['b']), other.turn.await(['a'])]);
});

test('a name that is settled is free while its run goes on', async () => {
	const sheet = lineUp('sheet', ['a', 'b']);
	const [a] = [lineUp('a', ['a']), lineUp('b', ['b'])];
	sheet.turn.leave(['a', 'never asked for']);
	await a.waiting;
	expect(went).toEqual(['sheet', 'a']);
});

test('a run goes on after a while, and keeps its place', async () => {
	QUEUE.waitMs = 20;
	const first = lineUp('first', ['a']);
	const second = lineUp('second', ['a']);
	await second.waiting;
	QUEUE.waitMs = wait;
	const third = lineUp('third', ['a']);
	first.turn.end();
	await others();
	expect(went).toEqual(['first', 'second']);
	second.turn.end();
	await third.waiting;
});

test('a run that is cancelled waits no longer, and lets the next one pass', async () => {
	let isOver = false;
	const first = lineUp('first', ['a']);
	const second = lineUp('second', ['a'], () => isOver);
	const third = lineUp('third', ['a']);
	isOver = true;
	await second.waiting;
	second.turn.end();
	first.turn.end();
	await third.waiting;
	expect(went).toEqual(['first', 'second', 'third']);
});

test('a run that has ended lines up no more', async () => {
	const ended = lineUp('ended', ['a']);
	ended.turn.end();
	await ended.turn.await(['a']);
	await lineUp('next', ['a']).waiting;
});

test('work grows with the names of two sheets that are the same, and not with their square', async () => {
	const meet = (size: number) => {
		const names = Array.from({ length: size }, (_, at) => String(at));
		const [first, second] = ['first', 'second'].map((run) => lineUp(run, names));
		first.turn.end();
		second.turn.end();
	};
	expect(await growthOf(meet, 100)).toBeLessThan(5);
});
