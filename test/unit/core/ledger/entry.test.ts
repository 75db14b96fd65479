import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { judge } from '../../../../nodes/Gmc/core/ledger/entry';

const charge = { identifiers: ['ana'], amount: 10, currency: 'BRL' };
const wish = { ref: 'ref', charge, label: { key: '123' } };
const paid = (key?: string, more: Partial<Entry> = {}): Entry => ({
	id: 1,
	ref: 'ref',
	outcome: 'issued',
	charge,
	claim: 'run',
	askedAt: 0,
	additionId: 'a',
	...(key !== undefined && { key }),
	...more,
});

test.each([
	['the same key', paid('123'), 'paid'],
	['other leading zeros', paid('000123'), 'reused'],
	['other leading zeros, in doubt', paid('0123', { outcome: 'sending' }), 'reused'],
	['other leading zeros, proven not done', paid('000123', { outcome: 'rejected' }), 'free'],
	['a key that people have emptied', paid(), 'paid'],
	['a key that people have edited', paid('order 123, by phone'), 'paid'],
	[
		'a key that people have edited, for another amount',
		paid('x', { charge: { ...charge, amount: 11 } }),
		'reused',
	],
])('%s', (_, row, is) => expect(judge(wish, [row]).is).toBe(is));
