import { type ReadEffect, matcherOf } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { charge, stored, wish } from './entries-support';

const OUTCOMES = ['sending', 'unknown', 'issued', 'rejected'] as const;
const entries: Entry[] = [
	...OUTCOMES.map((outcome, at) =>
		stored(at + 1, 'key', { outcome, askedAt: 1_000 * at, account: 'mine' }),
	),
	stored(5, 'ana', { n: 1, set: 'batch', additionId: 'x', charge: charge('ana', 11) }),
	stored(6, 'ana', { n: 2, set: 'another', additionId: 'y', outcome: 'rejected' }),
	// What people have written may have paid.
	stored(7, '', { outcome: 'unknown', additionId: 'x', unreadable: ['outcome'] }),
	stored(8, 'open', {
		execution: 'run',
		outcome: 'sending',
		charge: { ...charge(), identifiers: ['tax ID', 'id'] },
	}),
	stored(9, 'foreign', {
		execution: 'run',
		outcome: 'unknown',
		additionId: 'x',
		isForeign: true,
	}),
	stored(10, 'foreign', { execution: 'run', isForeign: true, outcome: 'issued', account: 'other' }),
];
const { chargeRef } = wish('', {});

test.each<[ReadEffect, number[]]>([
	[{ do: 'read', by: 'ref', values: ['ana', 'foreign', 'nobody'] }, [5, 6, 9, 10]],
	[{ do: 'read', by: 'ref', values: [] }, []],
	[{ do: 'read', by: 'set', values: ['batch'] }, [5]],
	[{ do: 'read', by: 'chargeRef', values: [chargeRef] }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
	[{ do: 'read', by: 'chargeRef', values: ['another'] }, []],
	[{ do: 'read', by: 'execution', values: ['run'] }, [8, 9, 10]],
	[{ do: 'readPaidBy', account: 'mine' }, [3]],
	[{ do: 'readOpen' }, [1, 2, 7, 8]],
	[{ do: 'readUnnamed' }, [3]],
	[{ do: 'readSince', since: 1_000 }, [2, 3, 4, 5, 6, 7, 8, 9, 10]],
	[{ do: 'readSince', since: 1_000, until: 2_000 }, [2, 3, 5, 6, 7, 8, 9, 10]],
	[{ do: 'readOwners', additionIds: ['x'] }, [5, 7, 9]],
	[{ do: 'readOwners', additionIds: [] }, []],
	[{ do: 'readCustomer', customerId: 'id' }, [8]],
	[{ do: 'readCustomer', customerId: 'i' }, []],
])('which entries are asked for by %j', (effect, ids) => {
	expect(entries.filter(matcherOf(effect)).map(({ id }) => id)).toEqual(ids);
});
