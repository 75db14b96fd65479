import type { Effect, Protocol } from '../../../../nodes/Gmc/core/ledger/effects';
import {
	inSlices,
	insert,
	list,
	now,
	pause,
	perform,
	read,
	readBatch,
	readInDoubt,
	readOwners,
	readSince,
	readUnnamed,
	remove,
	update,
} from '../../../../nodes/Gmc/core/ledger/effects';

const change = { id: 1, outcome: 'issued' } as const;

test.each<[() => Protocol<unknown>, Effect]>([
	[() => read(['a']), { do: 'read', refs: ['a'] }],
	[() => readInDoubt(), { do: 'readInDoubt' }],
	[() => readUnnamed(), { do: 'readUnnamed' }],
	[() => readBatch('b'), { do: 'readBatch', batchRef: 'b' }],
	[() => readSince(1), { do: 'readSince', since: 1 }],
	[() => readSince(1, 2), { do: 'readSince', since: 1, until: 2 }],
	[() => readOwners(['a']), { do: 'readOwners', additionIds: ['a'] }],
	[() => readOwners(['a'], ['k']), { do: 'readOwners', additionIds: ['a'], by: ['k'] }],
	[() => insert([]), { do: 'insert', rows: [] }],
	[() => update([change]), { do: 'update', changes: [change] }],
	[() => update([change], [2]), { do: 'update', changes: [change], remove: [2] }],
	[() => remove([1]), { do: 'delete', ids: [1] }],
	[() => list(1), { do: 'list', since: 1 }],
	[() => pause(2), { do: 'pause', attempt: 2 }],
	[() => now(), { do: 'now' }],
])('an effect is asked for, and its answer given back: %#', (made, effect) => {
	const protocol = made();
	expect(protocol.next()).toStrictEqual({ done: false, value: effect });
	expect(protocol.next('answer')).toStrictEqual({ done: true, value: 'answer' });
});

test('long work gives way between its slices', async () => {
	function* work(): Generator<undefined, string, unknown> {
		yield;
		yield;
		return 'done';
	}
	const asked: string[] = [];
	const handle = async (effect: Effect) => await Promise.resolve(void asked.push(effect.do));
	expect(await perform(inSlices(work()), handle)).toBe('done');
	expect(asked).toEqual(['giveWay', 'giveWay']);
});

describe('a protocol that is performed', () => {
	function* twice(): Protocol<string> {
		try {
			return `${yield* now()} ${yield* now()}`;
		} catch (error) {
			return (error as Error).message;
		}
	}

	test('gets each answer', async () => {
		let time = 0;
		expect(await perform(twice(), async () => await Promise.resolve(++time))).toBe('1 2');
	});

	test('may catch what goes wrong', async () => {
		const broken = async () => await Promise.reject(new Error('broken'));
		expect(await perform(twice(), broken)).toBe('broken');
		await expect(perform(now(), broken)).rejects.toThrow('broken');
	});
});
