import { charge, Execution, pay, stored } from './entries-support';

let execution: Execution;
beforeEach(() => {
	execution = new Execution();
});

const read = (memory: ReturnType<Execution['memory']>, ...refs: string[]) =>
	memory.read({ do: 'read', refs });

describe('what has become of a row', () => {
	const item = { addition: { _id: 'x', status: 'COMPLETED' }, claim: 'x' };

	test('that the table has is noted beside it, and found by its place in a batch', () => {
		const memory = execution.memory();
		const entry = stored(7, 'ana', { n: 2, outcome: 'sending', before: new Set(['y']) });
		memory.note(entry, { outcome: 'sending' });
		memory.note(entry, { outcome: 'issued', additionId: 'x', item });
		const retried = execution.retried();
		expect(retried.find({ ref: 'ana', n: 2 })).toMatchObject({
			outcome: 'issued',
			additionId: 'x',
			addition: item.addition,
			isInTable: true,
		});
		expect(retried.find({ ref: 'ana', n: 1 })).toBeUndefined();
		// A set would come back as an empty object.
		expect(JSON.stringify(execution.context)).not.toContain('before');
		expect(retried.read({ do: 'readInDoubt' })).toEqual([]);
	});

	test('says which item is its own, where there are several', () => {
		const memory = execution.memory();
		memory.note(stored(7, 'a'), { outcome: 'issued', additionId: 'x', item });
		memory.note(stored(8, 'b'), {
			outcome: 'issued',
			additionId: 'y',
			item: { ...item, claim: 'y#1' },
		});
		memory.note(stored(9, 'c'), { outcome: 'rejected', additionId: 'z' });
		expect(execution.retried().claims).toEqual(new Set(['x', 'y#1']));
	});

	test('is forgotten where nothing was sent: the claim in the table is gone', () => {
		const memory = execution.memory();
		const entry = stored(7, 'a', { outcome: 'sending', claim: 'mine' });
		memory.note(entry, { outcome: 'sending' });
		memory.entries.forget([entry]);
		expect(memory.find(entry)).toBeUndefined();
		expect(execution.retried().isEmpty).toBe(true);
	});

	test('is kept of a row that stands here only', () => {
		const memory = execution.memory();
		const ref = pay(memory, { outcome: 'unknown' });
		memory.entries.forget(read(memory, ref));
		expect(read(memory, ref)).toHaveLength(1);
	});

	test('is shown as it is by now, and only the same addition', () => {
		const memory = execution.memory();
		memory.note(stored(7, 'a'), { outcome: 'issued', additionId: 'x', item });
		memory.refresh({ ref: 'a' }, { _id: 'x', status: 'FAILED' });
		memory.refresh({ ref: 'a' }, { _id: 'another', status: 'PENDING' });
		expect(memory.find({ ref: 'a' })?.addition).toEqual({ _id: 'x', status: 'FAILED' });
	});

	test('is told by id alone once the run has succeeded whole', () => {
		const memory = execution.memory();
		memory.note(stored(7, 'a'), { outcome: 'issued', additionId: 'x', item });
		memory.compact();
		expect(JSON.stringify(execution.context)).not.toContain('COMPLETED');
		expect(execution.retried().find({ ref: 'a' })).toMatchObject({ additionId: 'x' });
	});
});

test('whether an earlier try has left something open is not answered by the run itself', () => {
	const memory = execution.memory();
	pay(memory, { outcome: 'unknown' });
	expect([memory.hasOpen('run'), memory.hasOpen('another run')]).toEqual([false, true]);
	const [{ id }] = memory.read({ do: 'readInDoubt' });
	memory.entries.update([{ id, outcome: 'rejected' }]);
	expect(memory.hasOpen('another run')).toBe(false);
});

test('what rows were refused for, and where an answer was lost, is told to the next try', () => {
	const memory = execution.memory();
	memory.late.push({ ...charge(), additionId: 'x' });
	memory.lostIn = '7';
	const retried = execution.retried();
	expect([retried.late, retried.lostIn]).toEqual([[{ ...charge(), additionId: 'x' }], '7']);
	retried.lostIn = undefined;
	expect(execution.retried().lostIn).toBeUndefined();
});
