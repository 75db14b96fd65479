import {
	type Entry,
	hasPaid,
	isChargedBy,
	judge,
	nameOf,
	namesAddition,
} from '../../../../nodes/Gmc/core/ledger/entry';
import { chargeRefOf } from '../../../../nodes/Gmc/core/ledger/refs';
import { charge, stored, wish } from './entries-support';

const own = wish('ref', { label: { key: '123' } });
const paid = (more: Partial<Entry> = {}): Entry =>
	stored(1, 'ref', { additionId: 'a', key: '123', ...more });
const eleven = { charge: charge('ana', 11) };
const unknown = { outcome: 'unknown' } as const;
const rejected = { outcome: 'rejected' } as const;
const foreign = { isForeign: true } as const;

test.each([
	['the same key', paid(), 'paid'],
	['other leading zeros', paid({ key: '000123' }), 'reused'],
	['other leading zeros, in doubt', paid({ key: '0123', outcome: 'sending' }), 'reused'],
	['other leading zeros, proven not done', paid({ key: '000123', ...rejected }), 'free'],
	['a key that people have emptied', paid({ key: undefined }), 'paid'],
	['a key that people have edited', paid({ key: 'order 123, by phone' }), 'paid'],
	['a key that people have edited, for another amount', paid({ key: 'x', ...eleven }), 'reused'],
	['another account', paid(foreign), 'foreign'],
	['another account, for another amount', paid({ ...eleven, ...foreign }), 'foreign'],
	['another account, in doubt', paid({ ...unknown, ...foreign }), 'foreign'],
	['another account, not done', paid({ ...rejected, ...foreign }), 'free'],
	['what cannot be read', paid({ unreadable: ['outcome'] }), 'unreadable'],
	['what cannot be read, rejected', paid({ ...rejected, unreadable: ['amount'] }), 'free'],
	['paid, with no addition', paid({ additionId: undefined }), 'paid'],
])('%s', (_, row, is) => expect(judge(own, [row]).is).toBe(is));

const open = paid({ id: 2, ...unknown });
const openAbroad = { ...open, ...foreign };
const paidAbroad = paid({ id: 3, ...foreign });

// Of several entries of a name, by their ids: the first one counts.
test.each<[string, Entry[], string, number]>([
	['what cannot be read', [paid(), paid({ id: 2, unreadable: ['x'] })], 'unreadable', 2],
	['the own that has paid', [paid({ id: 2, ...unknown }), paid()], 'paid', 1],
	['the own before another account', [paid({ id: 2, ...foreign }), paid()], 'paid', 1],
	['what another account has paid before what it may have', [openAbroad, paidAbroad], 'foreign', 3],
	['another account before what is open', [open, { ...openAbroad, id: 3 }], 'foreign', 3],
	['another content before what is open', [open, { ...open, ...eleven, id: 3 }], 'reused', 3],
])('%s counts', (_, entries, is, id) => {
	expect(judge(own, entries)).toMatchObject({ is, entry: { id } });
});

test('a free name says which of its additions have failed', () => {
	const failed = paid({ ...rejected, heldUntil: 0 });
	const byHand = paid(rejected);
	const neverMade = paid({ ...rejected, heldUntil: 0, additionId: undefined });
	expect(judge(own, [])).toEqual({ is: 'free', failed: [] });
	const known = { is: 'free', failed: [failed] };
	const abroad = { ...failed, ...foreign };
	expect(judge(own, [failed, byHand, neverMade, abroad])).toEqual(known);
});

const unreadableOutcome = { ...unknown, unreadable: ['outcome'] };
test.each<[string, Partial<Entry>, string | undefined]>([
	['issued', { outcome: 'issued' }, 'paid'],
	['unreadable, with an addition', { ...unreadableOutcome, additionId: 'a' }, 'paid'],
	['unreadable, without one', unreadableOutcome, undefined],
	['claimed', { outcome: 'sending' }, undefined],
	['settled in part', { outcome: 'sending', additionId: 'a' }, 'names one'],
	['lost', { ...unknown, additionId: 'a' }, undefined],
])('an entry that is %s', (_, row, expected) => {
	const entry = stored(1, 'ref', row);
	expect(hasPaid(entry) ? 'paid' : namesAddition(entry) ? 'names one' : undefined).toBe(expected);
});

test('entries without a name are each of their own', () => {
	const names = [1, 2].map((id) => nameOf({ ref: '', n: undefined, id }));
	expect(new Set(names).size).toBe(2);
});

describe('whether an entry is for the customer of a row', () => {
	const [ID, OTHER_ID, TAX_ID] = ['64f0c0ffee64f0c0ffee64f0', '64f1', '52998224725'];
	const row = { ...charge(TAX_ID), identifiers: [TAX_ID, ID], customerId: ID };
	const entry = (identifiers: string[], customerId?: string, amount = 10) => ({
		charge: { ...charge(), identifiers, amount },
		chargeRef: customerId === undefined ? '' : chargeRefOf(customerId, charge()),
	});

	test.each<[string, ReturnType<typeof entry>, boolean]>([
		['it has its ID, whatever it was called then', entry(['11144477735'], ID), true],
		['it has the ID of another one with this tax ID', entry([OTHER_ID, TAX_ID], OTHER_ID), false],
		['it was asked for by the same tax ID', entry([TAX_ID], OTHER_ID), true],
		['it has its ID, for another amount', entry([ID], ID, 11), false],
		['people have added it, with its tax ID', entry([OTHER_ID, TAX_ID]), true],
		['people have added it, for somebody else', entry(['11144477735']), false],
	])('%s', (_, one, expected) => expect(isChargedBy(one, row)).toBe(expected));

	test('where the ID of the row is not known, any identifier counts', () => {
		const unknownId = charge(TAX_ID);
		expect(isChargedBy(entry([OTHER_ID, TAX_ID], OTHER_ID), unknownId)).toBe(true);
		expect(isChargedBy(entry([OTHER_ID], OTHER_ID), unknownId)).toBe(false);
	});
});
