import { charge, claimed, Execution, pay } from './entries-support';

// What other parts ask the memory of an execution.

const BATCH = 'batch';
let execution: Execution;
beforeEach(() => {
	execution = new Execution();
});

const inBatch = (ref: string, batchRef = BATCH) => claimed(ref, { n: 1, batchRef });

test('whether something is done or open under another name', () => {
	const memory = execution.memory();
	const isOfBatch = ({ batchRef }: { batchRef?: string }) => batchRef === BATCH;
	expect(memory.hasOthers(isOfBatch)).toBe(false);
	memory.insert([inBatch('ana')]);
	expect(memory.hasOthers(isOfBatch)).toBe(false);
	memory.insert([claimed('key', { outcome: 'rejected' })]);
	expect(memory.hasOthers(isOfBatch)).toBe(false);
	memory.insert([claimed('key')]);
	expect(memory.hasOthers(isOfBatch)).toBe(true);
});

test('what was sent of a batch', () => {
	const memory = execution.memory();
	memory.insert([inBatch('ana'), inBatch('bruno', 'other batch'), claimed('key')]);
	expect(memory.ofBatch(BATCH).map(({ ref }) => ref)).toEqual(['ana']);
});

test('whether a request of an earlier try is open', () => {
	const memory = execution.memory();
	memory.insert([claimed('done', { outcome: 'issued', claim: 'before' }), claimed('own')]);
	expect(memory.hasOpen('run')).toBe(false);
	memory.insert([claimed('open', { claim: 'before' })]);
	expect(memory.hasOpen('run')).toBe(true);
});

test('what is known to have been there before a row was asked for, and nothing of a row asked for anew', () => {
	const memory = execution.memory();
	memory.addLook(['old'], true);
	memory.insert([claimed('k')]);
	memory.addLook(['old', 'made since'], true);
	const [entry] = memory.read({ do: 'read', refs: ['k'] });
	expect([...(entry.before ?? [])]).toEqual(['old']);
	memory.note(entry, { outcome: 'unknown' });
	expect([...(memory.withBefore(entry).before ?? [])]).toEqual(['old']);
	const anew = { ...entry, claim: 'next' };
	memory.note(anew, { outcome: 'unknown' });
	expect([...(memory.withBefore(anew).before ?? [])].sort()).toEqual(['made since', 'old']);
	const others = { ...entry, ref: 'of another execution', before: undefined };
	expect(memory.withBefore(others).before).toBeUndefined();
});

test('which additions are taken, in any pass of a loop', () => {
	pay(execution.memory(0), { outcome: 'issued', additionId: 'a' });
	pay(execution.memory(1), { outcome: 'unknown', additionId: 'b' }, charge('bruno'));
	const memory = execution.retried(2);
	expect([...memory.claims]).toEqual(['a']);
	expect(memory.known).toEqual(['a', 'b']);
	expect(memory.isEmpty).toBe(false);
	expect(execution.retried(1).giveName(charge('bruno')).ref).toMatch(/^own /);
});
