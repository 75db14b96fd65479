import type { RunRecords } from '../../../../nodes/Gmc/core/memory/outbox';
import { Outbox } from '../../../../nodes/Gmc/core/memory/outbox';

interface Entry {
	keys: string[];
	state: 'asked' | 'done' | 'refused';
}

type Runs = RunRecords<{ entries: Entry[] }>;

const open = (runs: Runs, runIndex = 0) =>
	new Outbox(runs, runIndex, ({ keys }: Entry) => keys, {
		isRepeatable: ({ state }) => state === 'refused',
		isShared: ({ state }) => state === 'asked',
	});

const asked = (...keys: string[]): Entry => ({ keys, state: 'asked' });

test('what a try has asked for is found by the next try of its run, not by itself', () => {
	const runs: Runs = {};
	const first = open(runs);
	const entry = first.intend(asked('a'));
	expect(first.take(['a'])).toBeUndefined();
	expect(open(runs).take(['a'])).toBe(entry);
});

test('an entry is given out once, whichever of its keys it is found by', () => {
	const runs: Runs = { 0: { entries: [asked('a', 'b'), asked('b')] } };
	const [both, one] = runs[0].entries;
	const outbox = open(runs);
	expect(outbox.take(['a'])).toBe(both);
	expect(outbox.take(['b'])).toBe(one);
	expect(outbox.take(['a', 'b'])).toBeUndefined();
});

test('what is proven not done counts for nothing', () => {
	const runs: Runs = { 0: { entries: [{ keys: ['a'], state: 'refused' }] } };
	expect(open(runs).take(['a'])).toBeUndefined();
	const outbox = open({});
	outbox.forget(outbox.intend(asked('a')));
	expect(outbox.all()).toEqual([]);
});

test('another run finds what is shared, which is its own from then on', () => {
	const runs: Runs = { 0: { entries: [asked('a'), { keys: ['b'], state: 'done' }] } };
	const [shared, own] = runs[0].entries;
	const second = open(runs, 1);
	expect(second.take(['b'])).toBeUndefined();
	expect(second.take(['a'])).toBe(shared);
	expect(second.take(['a'])).toBeUndefined();
	expect(runs).toEqual({ 0: { entries: [own] }, 1: { entries: [shared] } });
	expect(second.all()).toEqual([own, shared]);
});

test('a run takes its own entry before that of another one', () => {
	const runs: Runs = { 0: { entries: [asked('a')] }, 1: { entries: [asked('a')] } };
	expect(open(runs, 1).take(['a'])).toBe(runs[1].entries[0]);
});
