import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { isOpen, isSameClaim, judge, nameOf } from '../../../../nodes/Gmc/core/ledger/entry';
import { charge, stored, wish } from './entries-support';

const own = wish('ref', { label: { key: '123' } });
const paid = (key?: string, more: Partial<Entry> = {}): Entry =>
	stored(1, 'ref', { additionId: 'a', ...(key !== undefined && { key }), ...more });
const eleven = { charge: charge('ana', 11) };

test.each([
	['the same key', paid('123'), 'paid'],
	['other leading zeros', paid('000123'), 'reused'],
	['other leading zeros, in doubt', paid('0123', { outcome: 'sending' }), 'reused'],
	['other leading zeros, proven not done', paid('000123', { outcome: 'rejected' }), 'free'],
	['a key that people have emptied', paid(), 'paid'],
	['a key that people have edited', paid('order 123, by phone'), 'paid'],
	['a key that people have edited, for another amount', paid('x', eleven), 'reused'],
	['another account', paid('123', { isForeign: true }), 'foreign'],
	['another account, for another amount', paid('123', { ...eleven, isForeign: true }), 'foreign'],
	['another account, in doubt', paid('123', { outcome: 'unknown', isForeign: true }), 'foreign'],
	['another account, not done', paid('123', { outcome: 'rejected', isForeign: true }), 'free'],
])('%s', (_, row, is) => expect(judge(own, [row]).is).toBe(is));

test('what has paid counts before what may have, and the own before the other', () => {
	const open = paid('123', { id: 2, outcome: 'unknown', additionId: undefined });
	const other = paid('123', { id: 3, ...eleven });
	const otherOpen = paid('123', { ...other, id: 4, outcome: 'sending' });
	expect(judge(own, [open, other, paid('123')])).toMatchObject({ is: 'paid', entry: { id: 1 } });
	expect(judge(own, [open, other])).toMatchObject({ is: 'reused', entry: { id: 3 } });
	expect(judge(own, [open, otherOpen])).toMatchObject({ is: 'reused', entry: { id: 4 } });
	expect(judge(own, [open])).toEqual({ is: 'open', entries: [open] });
});

test("another account's counts before what is open, and what it has paid before what it may have", () => {
	const open = paid('123', { id: 2, outcome: 'unknown' });
	const theirs = { ...open, id: 3, isForeign: true as const };
	const theirsPaid = paid('123', { id: 4, isForeign: true });
	expect(judge(own, [open, theirs])).toEqual({ is: 'foreign', entry: theirs });
	expect(judge(own, [open, theirs, theirsPaid])).toEqual({ is: 'foreign', entry: theirsPaid });
	expect(judge(own, [theirsPaid, paid('123')])).toMatchObject({ is: 'paid', entry: { id: 1 } });
});

test('what cannot be read counts before everything, unless it is rejected', () => {
	const unreadable = paid('123', { id: 2, unreadable: ['outcome'] });
	expect(judge(own, [paid('123'), unreadable])).toEqual({ is: 'unreadable', entry: unreadable });
	expect(judge(own, [{ ...unreadable, outcome: 'rejected' }])).toMatchObject({ is: 'free' });
});

test('what has paid and names no addition has paid all the same', () => {
	const said = paid('123', { additionId: undefined });
	expect(judge(own, [said])).toEqual({ is: 'paid', entry: said, additionId: '' });
});

test('a free name says whether it is known, and which additions have failed', () => {
	const failed = paid('123', { outcome: 'rejected', heldUntil: 0 });
	const byHand = paid('123', { outcome: 'rejected' });
	const neverMade = paid('123', { outcome: 'rejected', heldUntil: 0, additionId: undefined });
	expect(judge(own, [])).toEqual({ is: 'free', isKnown: false, failed: [] });
	const known = { is: 'free', isKnown: true, failed: [failed] };
	expect(judge(own, [failed, byHand, neverMade])).toEqual(known);
});

test('rows of other names, and rows that people have written, are told apart', () => {
	expect(nameOf({ ref: 'k' })).toBe('k');
	expect(nameOf({ ref: 'k', n: 2 })).toBe('k 2');
	expect(nameOf({ ref: '', n: 2, id: 7 })).toBe('row 7');
});

test('a claim is told from another one that got its id', () => {
	const one = paid('123');
	const later = { outcome: 'unknown', additionId: undefined, askedAt: 7 } as const;
	expect(isSameClaim(one, { ...one, ...later })).toBe(true);
	expect(isSameClaim(one, { ...one, id: 2 })).toBe(false);
	expect(isSameClaim(one, { ...one, claim: 'next' })).toBe(false);
});

test('what is sending or unknown is in doubt', () => {
	const is = (['sending', 'unknown', 'issued', 'rejected'] as const).map((outcome) =>
		isOpen(paid('123', { outcome })),
	);
	expect(is).toEqual([true, true, false, false]);
});
