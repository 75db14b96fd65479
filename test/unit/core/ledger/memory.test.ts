import { charge, claimed, Execution, pay, stored } from './entries-support';

let execution: Execution;
beforeEach(() => {
	execution = new Execution();
});

const read = (memory: ReturnType<Execution['memory']>, ...refs: string[]) =>
	memory.read({ do: 'read', refs });

describe('a name', () => {
	test('is new for each row, and no table has it', () => {
		const memory = execution.memory();
		const refs = [memory.giveName(charge()).ref, memory.giveName(charge()).ref];
		expect(new Set(refs).size).toBe(2);
		for (const ref of refs)
			expect([ref, memory.has(ref)]).toEqual([expect.stringMatching(/^own /), true]);
		expect(memory.has('of a key')).toBe(false);
	});

	test.each(['issued', 'unknown', 'sending'] as const)(
		'of an equal row that is %s is given again by the next try, once',
		(outcome) => {
			const ref = pay(execution.memory(), { outcome });
			const memory = execution.retried();
			expect(memory.isEmpty).toBe(false);
			expect(memory.giveName(charge()).ref).toBe(ref);
			expect(memory.giveName(charge()).ref).not.toBe(ref);
		},
	);

	test('is found by any identifier of the customer, whatever the order of the rows', () => {
		const memory = execution.memory();
		const ana = pay(memory, { outcome: 'issued' }, { ...charge(), identifiers: ['ana', 'tax'] });
		const bia = pay(memory, { outcome: 'issued' }, charge('bia'));
		const retried = execution.retried();
		expect(retried.giveName(charge('bia')).ref).toBe(bia);
		expect(retried.giveName(charge('tax')).ref).toBe(ana);
	});

	test('of another amount, customer or currency is not given', () => {
		const ref = pay(execution.memory(), { outcome: 'unknown' });
		const memory = execution.retried();
		for (const other of [charge('bia'), charge('ana', 11), { ...charge(), currency: 'USD' }]) {
			expect(memory.giveName(other).ref).not.toBe(ref);
		}
	});

	test('of what is proven not done is not given, unless its addition is to be asked for again', () => {
		const memory = execution.memory();
		const refused = pay(memory, { outcome: 'rejected' });
		const failed = pay(memory, { outcome: 'rejected', additionId: 'a' }, charge('bia'));
		const retried = execution.retried();
		expect(retried.giveName(charge()).ref).not.toBe(refused);
		expect(retried.giveName(charge('bia')).ref).toBe(failed);
	});

	test('of another account is not given', () => {
		const ref = pay(execution.memory(), { outcome: 'unknown' });
		const memory = execution.memory(0, 'another account');
		expect([memory.isEmpty, memory.giveName(charge()).ref === ref]).toEqual([true, false]);
	});
});

describe('another pass of a loop', () => {
	test('is given what is open, and not what is done: a pass may pay the same again', () => {
		const first = execution.memory();
		const open = pay(first, { outcome: 'unknown' });
		const done = pay(first, { outcome: 'issued', additionId: 'a' });
		const second = execution.memory(1);
		expect(second.giveName(charge()).ref).toBe(open);
		expect(second.giveName(charge()).ref).not.toBe(done);
	});

	test('has the row from then on, so that its own retry finds it', () => {
		const open = pay(execution.memory(), { outcome: 'unknown' });
		const second = execution.memory(1);
		second.giveName(charge());
		const [{ id }] = read(second, open);
		second.entries.update([{ id, outcome: 'issued', additionId: 'a' }]);
		expect(execution.retried(1).giveName(charge()).ref).toBe(open);
		expect(execution.retried(0).giveName(charge()).ref).not.toBe(open);
	});
});

describe('as a store', () => {
	test('it gives ids that are no table’s, and none again', () => {
		const memory = execution.memory();
		memory.insert([claimed('a')]);
		const [{ id }] = read(memory, 'a');
		memory.entries.delete([id]);
		const retried = execution.retried();
		retried.insert([claimed('b')]);
		const [next] = read(retried, 'b');
		expect([id < 0, next.id < 0, next.id === id]).toEqual([true, true, false]);
	});

	test('it reads what was written, after a retry as before', () => {
		const memory = execution.memory();
		memory.insert([claimed('a', { heldUntil: 5, label: { key: 'k' } }), claimed('b')]);
		const [{ id }] = read(memory, 'a');
		memory.entries.update([{ id, outcome: 'sending', additionId: 'x' }]);
		const expected = [{ ...claimed('a', { heldUntil: 5 }), id, additionId: 'x' }];
		for (const one of [memory, execution.retried()]) expect(read(one, 'a')).toEqual(expected);
		expect(memory.read({ do: 'readInDoubt' })).toHaveLength(2);
		expect(memory.read({ do: 'readSince', since: 1_001 })).toEqual([]);
	});

	test('it knows who names an addition, and who does no more', () => {
		const memory = execution.memory();
		memory.insert([claimed('a')]);
		const [{ id }] = read(memory, 'a');
		const owners = () => memory.read({ do: 'readOwners', additionIds: ['x'] }).map((one) => one.id);
		memory.entries.update([{ id, outcome: 'sending', additionId: 'x' }]);
		expect(owners()).toEqual([id]);
		memory.entries.update([{ id, outcome: 'unknown', additionId: '' }]);
		expect(owners()).toEqual([]);
		memory.entries.update([{ id, outcome: 'issued', additionId: 'x' }]);
		expect(new Set(owners())).toEqual(new Set([id]));
	});

	test('what was deleted names no addition any more', () => {
		const memory = execution.memory();
		memory.insert([claimed('a', { additionId: 'x' })]);
		memory.entries.delete(read(memory, 'a').map(({ id }) => id));
		expect(read(memory, 'a')).toEqual([]);
		expect(memory.read({ do: 'readOwners', additionIds: ['x'] })).toEqual([]);
	});

	test('what the table has is read there', () => {
		const memory = execution.memory();
		const ref = pay(memory, { outcome: 'unknown' });
		memory.entries.moveToTable([{ ref }]);
		expect([memory.has(ref), read(memory, ref)]).toEqual([false, []]);
		expect(memory.read({ do: 'readInDoubt' })).toEqual([]);
		expect(execution.retried().has(ref)).toBe(false);
		expect(memory.find({ ref })).toMatchObject({ outcome: 'unknown' });
	});
});

describe('what was there before', () => {
	const before = (memory: ReturnType<Execution['memory']>, ref: string) =>
		read(memory, ref)[0].before;

	test('is known of every row of a pass, after a retry, too', () => {
		const memory = execution.memory();
		memory.addLook(['x'], true);
		const ref = pay(memory, { outcome: 'unknown' });
		expect(before(memory, ref)).toEqual(new Set(['x']));
		expect(before(execution.retried(), ref)).toEqual(new Set(['x']));
	});

	test('grows with each look, for what is asked for after it', () => {
		const memory = execution.memory();
		memory.addLook(['x'], true);
		memory.addLook(['x', 'y'], true);
		expect(before(memory, pay(memory, { outcome: 'unknown' }))).toEqual(new Set(['x', 'y']));
	});

	test('is nothing that a later look has shown: that may be its own addition, which was listed late', () => {
		const first = execution.memory();
		first.addLook(['x'], true);
		const ref = pay(first, { outcome: 'unknown' });
		const next = execution.retried();
		next.addLook(['x', 'its own addition'], true);
		expect(before(next, ref)).toEqual(new Set(['x']));
		expect(before(execution.retried(), ref)).toEqual(new Set(['x']));
	});

	test('is not known where a list was cut, nor where nobody has looked', () => {
		const memory = execution.memory();
		const unseen = pay(memory, { outcome: 'unknown' });
		memory.addLook(['x'], false);
		const cut = pay(memory, { outcome: 'unknown' });
		memory.addLook(['x', 'y'], true);
		expect([unseen, cut].map((ref) => before(memory, ref))).toEqual([undefined, undefined]);
	});

	test('is what the pass saw that asked for it, not the one that has the row now', () => {
		const first = execution.memory();
		first.addLook(['x'], true);
		const ref = pay(first, { outcome: 'unknown' });
		const second = execution.memory(1);
		second.addLook(['x', 'its own addition'], true);
		second.giveName(charge());
		expect(before(second, ref)).toEqual(new Set(['x']));
	});

	test('is known of a row that the table has, and of none of another execution', () => {
		const memory = execution.memory();
		memory.addLook(['x'], true);
		const ref = pay(memory, { outcome: 'unknown' });
		memory.entries.moveToTable([{ ref }]);
		expect(memory.withBefore(stored(7, ref)).before).toEqual(new Set(['x']));
		expect(memory.withBefore(stored(7, 'of another')).before).toBeUndefined();
	});

	test('no answer may name, and what rows have neither', () => {
		const memory = execution.memory();
		memory.addLook(['x'], false);
		pay(memory, { outcome: 'issued', additionId: 'y' });
		expect(new Set(memory.known)).toEqual(new Set(['x', 'y']));
	});
});
