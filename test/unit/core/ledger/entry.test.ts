import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import {
	claimIdOf,
	isInDoubt,
	isSameClaim,
	keptOf,
	mayEqual,
	nameOf,
	judge,
} from '../../../../nodes/Gmc/core/ledger/entry';

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

test('what has paid counts before what may have, and the own before the other', () => {
	const open = paid('123', { id: 2, outcome: 'unknown', additionId: undefined });
	const other = paid('123', { id: 3, charge: { ...charge, amount: 11 } });
	const otherOpen = paid('123', { ...other, id: 4, outcome: 'sending' });
	expect(judge(wish, [open, other, paid('123')])).toMatchObject({ is: 'paid', row: { id: 1 } });
	expect(judge(wish, [open, other])).toMatchObject({ is: 'reused', row: { id: 3 } });
	expect(judge(wish, [open, otherOpen])).toMatchObject({ is: 'reused', row: { id: 4 } });
	expect(judge(wish, [open])).toEqual({ is: 'inDoubt', rows: [open] });
});

test('what cannot be read counts before everything, unless it is rejected', () => {
	const unreadable = paid('123', { id: 2, unreadable: ['outcome'] });
	expect(judge(wish, [paid('123'), unreadable])).toEqual({ is: 'unreadable', row: unreadable });
	expect(judge(wish, [{ ...unreadable, outcome: 'rejected' }])).toMatchObject({ is: 'free' });
});

test('what has paid and names no addition has paid all the same', () => {
	const said = paid('123', { additionId: undefined });
	expect(judge(wish, [said])).toEqual({ is: 'paid', row: said, additionId: '' });
});

test('a free name says whether it is known, and which additions have failed', () => {
	const failed = paid('123', { outcome: 'rejected', heldUntil: 0 });
	const byHand = paid('123', { outcome: 'rejected' });
	const neverMade = paid('123', { outcome: 'rejected', heldUntil: 0, additionId: undefined });
	expect(judge(wish, [])).toEqual({ is: 'free', isKnown: false, failed: [] });
	expect(judge(wish, [failed, byHand, neverMade])).toEqual({
		is: 'free',
		isKnown: true,
		failed: [failed],
	});
});

test('rows of other names, and rows that people have written, are told apart', () => {
	expect(nameOf({ ref: 'k' })).toBe('k');
	expect(nameOf({ ref: 'k', n: 2 })).toBe('k 2');
	expect(nameOf({ ref: '', n: 2, id: 7 })).toBe('row 7');
});

test('a claim is told from another one that got its id', () => {
	const one = paid('123');
	expect(isSameClaim(one, { ...one, outcome: 'sending', additionId: undefined })).toBe(true);
	for (const change of [{ id: 2 }, { claim: 'other' }, { askedAt: 1 }]) {
		expect(isSameClaim(one, { ...one, ...change })).toBe(false);
	}
	expect(claimIdOf(one)).toBe('1 0 run');
});

test.each([
	['sending', true],
	['unknown', true],
	['issued', false],
	['rejected', false],
] as const)('%s is in doubt: %s', (outcome, expected) => {
	expect(isInDoubt(paid('123', { outcome }))).toBe(expected);
});

test.each([
	['the same', {}, true],
	['another customer', { identifiers: ['bruno'] }, false],
	['another amount', { amount: 11 }, false],
	['another currency', { currency: 'USD' }, false],
	['a customer that cannot be read', { identifiers: [] }, true],
	['an amount that cannot be read', { amount: NaN }, true],
	['a currency that cannot be read', { currency: '' }, true],
	['nothing that can be read', { identifiers: [], amount: NaN, currency: '' }, true],
	['another amount, and a customer that cannot be read', { identifiers: [], amount: 11 }, false],
])('a row for %s may be equal: %s', (_, change, expected) => {
	expect(mayEqual(paid('123', { charge: { ...charge, ...change } }), charge)).toBe(expected);
});

test('a store keeps what the protocol needs, and nothing else', () => {
	const kept = {
		ref: 'k',
		n: 1,
		batchRef: 'b',
		outcome: 'issued',
		charge,
		additionId: 'a',
		claim: 'c',
	};
	const entry = { ...kept, outcome: 'issued', askedAt: 1, heldUntil: 2 } as const;
	const shown = { id: 1, key: '1', batch: 'x', workflow: 'w', unreadable: [] };
	expect(keptOf({ ...entry, ...shown } as Entry)).toEqual(entry);
});
