import type { Share } from '../../../../nodes/Gmc/core/ledger/shareOut';
import { charge, made, row, share, span, told } from './shareOut-support';
import type { OpenRow, MadeItem } from '../../../../nodes/Gmc/core/ledger/links';

const sending = { isSending: true, isHeld: true };
const notMeant = { isSameCustomer: () => false };
const reported = { isReportedPaid: true };
const twice = { spans: [span(4_000), span(30)] };
const notBefore = { listedBefore: new Set(['1']) };
const calledBy = (...identifiers: string[]) => ({ charge: { ...charge, identifiers } });
const notThere = { listedBefore: new Set<string>() };
const named = { namedAddition: '1' };
const anotherZone = made('1', 200, { isZoned: false });
const otherAmount = made('1', 29, { fields: { sourceAmount: 9 } });
const otherPerson = made('1', 29, { fields: { customerIdentifier: '11144477735' } });
const masked = made('1', 29, { fields: { customerIdentifier: '***.982.247-**' } });
const maskedByX = made('1', 29, { fields: { customerIdentifier: 'XXX.982.247-XX' } });
const two = [made('1', 30), made('2', 29)];

// What becomes of each row; all in minutes ago.
test.each<[string, OpenRow[], MadeItem[], string]>([
	['as many: each has one', [row('a', 5), row('b', 4)], [made('1', 5), made('2', 4)], '1, 2'],
	['fewer, one held', [row('a', 20), row('b', 8)], [made('1', 7)], 'held, held'],
	['fewer, none held: dealt out', [row('a', 40), row('b', 30)], [made('1', 30)], 'not done, 1'],
	['none, held long enough', [row('a', 16)], [], 'not done'],
	['more: nobody can tell', [row('a', 30)], two, 'unclear'],
	['made a little before: perhaps its clock', [row('a', 20)], [made('1', 24)], 'unclear'],
	['a time that cannot be read', [row('a', 20)], [made('1', undefined)], 'unclear'],
	['a time of another zone', [row('a', 20)], [anotherZone], 'unclear'],
	['one from the future', [row('a', 5)], [made('1', -5)], 'unclear'],
	['there before it was asked for', [row('a', 20, notBefore)], [made('1', 20)], 'not done'],
	['chained rows', [row('a', 40), row('b', 20)], [made('1', 27), made('2', 19)], '1, 2'],
	['while one of two is being sent', [row('a', 30), row('b', 29, sending)], two, 'held, held'],
	['for one not meant', [row('a', 20, notMeant)], [made('1', 20)], 'unclear'],
	['within the tolerance before the asking', [row('a', 20)], [made('1', 20 + 3 / 60)], '1'],
	['within the tolerance after the hold', [row('a', 20)], [made('1', 5 - 3 / 60)], '1'],
	['within the tolerance of the future', [row('a', 5)], [made('1', -3 / 60)], '1'],
	['at the edge of the doubt before', [row('a', 20)], [made('1', 30)], 'unclear'],
	['beyond it', [row('a', 20)], [made('1', 31)], 'not done'],
	['at the edge of the doubt after', [row('a', 40)], [made('1', 15)], 'unclear'],
	['beyond that', [row('a', 40)], [made('1', 14.9)], 'not done'],
	['being sent alone, and there', [row('a', 5, { isSending: true })], [made('1', 5)], '1'],
	['each by its time', [row('a', 40), row('b', 30)], [made('1', 29), made('2', 20)], '1, 2'],
	['told done', [row('a', 40, reported), row('b', 30)], [made('1', 29)], '1, not done'],
	// Long apart: the later one counts.
	['asked for twice', [row('a', 40, twice), row('b', 35)], [made('1', 29)], '1, not done'],
	['there before one', [row('a', 30, notBefore), row('b', 40)], [made('1', 29)], 'not done, 1'],
	['listed otherwise', [row('a', 20, calledBy('52998224725'))], [made('1', 20)], 'unclear'],
	['another customer', [row('a', 20, calledBy('aa', '11144477735'))], [made('1', 20)], 'not done'],
	['without a clock', [row('a', 20, { spans: [] })], [made('1', 20)], 'unclear'],
	['not there before', [row('a', 20, { ...notThere, spans: [] })], [made('1', 20)], '1'],
	['the same, of another zone', [row('a', 20, notThere)], [anotherZone], '1'],
	['the same, of no time', [row('a', 20, notThere)], [made('1', undefined)], '1'],
	['the same, of a time far off', [row('a', 20, notThere)], [made('1', 25)], 'unclear'],
	['of another amount', [row('a', 30)], [otherAmount], 'not done'],
	['the same, but named by the answer', [row('a', 30, named)], [otherAmount], 'unclear'],
	['masked, and named', [row('a', 30, named)], [masked], 'unclear'],
	['masked in another way', [row('a', 30)], [maskedByX], 'unclear'],
	['of somebody else, though named', [row('a', 30, named)], [otherPerson], 'not done'],
	['an equal one besides', [row('a', 30, named)], [otherAmount, made('2', 29)], '2'],
])('%s', (_, rows, items, expected) => {
	expect(Object.values(told(share(rows, items))).join(', ')).toBe(expected);
});

test('candidates are what may be of the row, some of them where there are many', () => {
	const candidates = (shares: Map<string, Share>) =>
		(shares.get('a') as { candidates: string[] }).candidates;
	const some = share([row('a', 30)], [made('2', 29), made('1', 30), made('long before', 90)]);
	expect(candidates(some)).toEqual(['1', '2']);
	const many = Array.from({ length: 30 }, (_, n) => made(`a${n}`, 29));
	expect(candidates(share([row('a', 30)], many))).toHaveLength(20);
});

test.each(['k', 'l'])('what an answer has named for %s is given to that one', (named) => {
	const rows = ['k', 'l'].map((name) =>
		row(name, 40, name === named ? { namedAddition: 'b' } : {}),
	);
	const other = named === 'k' ? 'l' : 'k';
	expect(told(share(rows, [made('a', 39), made('b', 38)]))).toEqual({ [named]: 'b', [other]: 'a' });
	expect(told(share(rows, [made('b', 39), made('a', 38)]))).toEqual({ [named]: 'b', [other]: 'a' });
});

test('what was made first is dealt out first, however the list comes', () => {
	const rows = [row('k', 40), row('l', 30)];
	for (const items of [
		[made('a', 39), made('b', 29)],
		[made('b', 29), made('a', 39)],
	]) {
		expect(told(share(rows, items))).toEqual({ k: 'a', l: 'b' });
	}
});
