import type { Effect, Protocol, ReadEffect } from '../../../../nodes/Gmc/core/ledger/effects';
import { inSlices, matcherOf, now, perform } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { charge, stored, wish } from './entries-support';

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

test('a protocol may catch what goes wrong', async () => {
	function* careful(): Protocol<unknown> {
		try {
			return yield* now();
		} catch (error) {
			return (error as Error).message;
		}
	}
	const broken = async () => await Promise.reject(new Error('broken'));
	expect(await perform(careful(), broken)).toBe('broken');
	await expect(perform(now(), broken)).rejects.toThrow('broken');
	expect(await perform(careful(), async () => await Promise.resolve(1))).toBe(1);
});

describe('which entries are asked for', () => {
	const OUTCOMES = ['sending', 'unknown', 'issued', 'rejected'] as const;
	const entries: Entry[] = [
		...OUTCOMES.map((outcome, at) => stored(at + 1, 'key', { outcome, askedAt: 1_000 * at })),
		stored(5, 'ana', { n: 1, set: 'batch', additionId: 'x', charge: charge('ana', 11) }),
		stored(6, 'ana', { n: 2, set: 'another', additionId: 'y', outcome: 'rejected' }),
		// What people have written may have paid.
		stored(7, '', { outcome: 'unknown', additionId: 'x', unreadable: ['outcome'] }),
		stored(8, 'open', {
			run: 'run',
			outcome: 'sending',
			charge: { ...charge(), identifiers: ['tax ID', 'id'] },
		}),
		stored(9, 'foreign', { run: 'run', outcome: 'unknown', additionId: 'x', isForeign: true }),
		stored(10, 'foreign', { isForeign: true }),
	];
	const { chargeRef } = wish('', {});

	test.each<[ReadEffect, number[]]>([
		[{ do: 'read', refs: ['ana', 'foreign', 'nobody'] }, [5, 6, 9, 10]],
		[{ do: 'read', refs: [] }, []],
		[{ do: 'readSet', set: 'batch' }, [5]],
		[{ do: 'readEqual', chargeRefs: [chargeRef] }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
		[{ do: 'readEqual', chargeRefs: ['another'] }, []],
		[{ do: 'readRun', isOpen: true, run: 'run' }, [8, 9]],
		[{ do: 'readOpen' }, [1, 2, 7, 8]],
		[{ do: 'readUnnamed' }, [3]],
		[{ do: 'readSince', since: 1_000 }, [2, 3, 4, 5, 6, 7, 8, 9, 10]],
		[{ do: 'readSince', since: 1_000, until: 2_000 }, [2, 3, 5, 6, 7, 8, 9, 10]],
		[{ do: 'readOwners', additionIds: ['x'] }, [5, 7, 9]],
		[{ do: 'readOwners', additionIds: [] }, []],
		[{ do: 'readCustomer', customerId: 'id' }, [8]],
		[{ do: 'readCustomer', customerId: 'i' }, []],
	])('%j', (effect, ids) => {
		expect(entries.filter(matcherOf(effect)).map(({ id }) => id)).toEqual(ids);
	});
});
