import type { Charge } from '../../../../nodes/Gmc/core/additions/charge';
import { foreignInBatch } from '../../../../nodes/Gmc/core/ledger/foreign';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { charge, stored } from './entries-support';

// promises.md P18

const TAX_ID = '52998224725';
const ana = (amount: number, more: Partial<Charge> = {}): Charge => ({
	...charge(TAX_ID, amount),
	customerId: 'ana',
	...more,
});
const bruno = charge('bruno');
/** Sent with another account, where Ana has another `_id`. */
const sent = (id: number, amount: number, more: Partial<Entry> = {}): Entry => {
	const theirs = { ...charge('ana there', amount), identifiers: ['ana there', TAX_ID] };
	return stored(id, 'ana', { charge: theirs, isForeign: true, ...more });
};

// For each row the id of the entry that keeps it back.
test.each<[string, Charge[], Entry[], Array<number | undefined>]>([
	['the row that was sent', [bruno, ana(10)], [sent(1, 10)], [undefined, 1]],
	['also where its answer was lost', [ana(10)], [sent(1, 10, { outcome: 'unknown' })], [1]],
	[
		'not one that is proven not done',
		[ana(10)],
		[sent(1, 10, { outcome: 'rejected' })],
		[undefined],
	],
	['not one of this account', [ana(10)], [sent(1, 10, { isForeign: undefined })], [undefined]],
	['as many of equal rows as were sent', [ana(10), ana(10)], [sent(1, 10)], [1, undefined]],
	['each by its own', [ana(20), ana(10)], [sent(1, 10), sent(2, 20)], [2, 1]],
	[
		'all rows of the customer where one may be corrected',
		[ana(10), ana(30)],
		[sent(1, 10), sent(2, 20)],
		[1, 2],
	],
	[
		'rows of one customer, however each names it',
		[ana(10, { identifiers: ['ana'] }), ana(20)],
		[sent(1, 30)],
		[1, 1],
	],
])('another account keeps back %s', (_, rows, entries, expected) => {
	expect(foreignInBatch(rows, entries).map((entry) => entry?.id)).toEqual(expected);
});
