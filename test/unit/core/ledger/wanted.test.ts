import type { ReadEffect } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { isWanted } from '../../../../nodes/Gmc/core/ledger/wanted';
import { stored } from './entries-support';

const OUTCOMES = ['sending', 'unknown', 'issued', 'rejected'] as const;
const entries: Entry[] = [
	...OUTCOMES.map((outcome, at) => stored(at + 1, 'key', { outcome, askedAt: 1_000 * at })),
	stored(5, 'ana', { n: 1, batchRef: 'batch', additionId: 'x' }),
	stored(6, 'ana', { n: 2, batchRef: 'another', additionId: 'y', outcome: 'rejected' }),
	// What people have written may have paid.
	stored(7, '', { outcome: 'unknown', additionId: 'x', unreadable: ['outcome'] }),
];

test.each<[ReadEffect, number[]]>([
	[{ do: 'read', refs: ['ana', 'nobody'] }, [5, 6]],
	[{ do: 'read', refs: [] }, []],
	[{ do: 'readBatch', batchRef: 'batch' }, [5]],
	[{ do: 'readInDoubt' }, [1, 2, 7]],
	[{ do: 'readUnnamed' }, [3]],
	[{ do: 'readSince', since: 1_000 }, [2, 3, 4, 5, 6, 7]],
	[{ do: 'readSince', since: 1_000, until: 2_000 }, [2, 3, 5, 6, 7]],
	[{ do: 'readOwners', additionIds: ['x'] }, [5, 7]],
	[{ do: 'readOwners', additionIds: ['y'], by: ['key'] }, [6]],
	[{ do: 'readOwners', additionIds: [] }, []],
])('%j', (effect, ids) => {
	expect(entries.filter(isWanted(effect)).map(({ id }) => id)).toEqual(ids);
});

test('who names no addition owns none', () => {
	expect(isWanted({ do: 'readOwners', additionIds: ['x'] })(stored(1, 'key'))).toBe(false);
});
