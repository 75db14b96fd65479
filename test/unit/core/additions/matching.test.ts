import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import {
	ChargeIndex,
	claimMatches,
	idsWithAmounts,
} from '../../../../nodes/Gmc/core/additions/matching';

const charge = (name: string, amount = 1, currency = 'BRL') => ({
	identifiers: [name],
	amount,
	currency,
});
const addition = (_id: string, name: string, amount = 1, status = 'COMPLETED') => ({
	_id,
	status,
	items: [{ customerIdentifier: name, sourceAmount: amount, sourceCurrency: 'BRL' }],
});
type Found = ReturnType<typeof claimMatches>[number];
const ids = (found: Found[]) =>
	found.map((one) => one && ('item' in one ? one.item.claim : `? ${one.doubtful._id}`));

test('equal rows get an addition each, as long as there are any', () => {
	const additions = [addition('1', 'ana'), addition('2', 'ana'), addition('3', 'bruno')];
	const rows = [charge('ana'), charge('ana'), charge('ana'), charge('bruno', 2)];
	expect(ids(claimMatches(rows, additions, new Set()))).toEqual(['1', '2', undefined, undefined]);
});

test('what is taken is not given again, and what is given is taken', () => {
	const taken = new Set(['1']);
	const additions = [addition('1', 'ana'), addition('2', 'ana')];
	expect(ids(claimMatches([charge('ana')], additions, taken))).toEqual(['2']);
	expect(taken).toEqual(new Set(['1', '2']));
});

test.each(['FAILED', 'failed', 'REJECTED', 'CANCELED', 'CANCELLED'])(
	'an addition that is %s moved no money and stands for no row',
	(status) => {
		const found = claimMatches([charge('ana')], [addition('1', 'ana', 1, status)], new Set());
		expect(found).toEqual([undefined]);
	},
);

test.each(['COMPLETED', 'PENDING', 'MINTING', ''])('an addition that is "%s" stands', (status) => {
	expect(ids(claimMatches([charge('ana')], [addition('1', 'ana', 1, status)], new Set()))).toEqual([
		'1',
	]);
});

test('an index finds additions under any name, each once, in the order of the list', () => {
	const index = new ChargeIndex(
		[addition('2', '01234567890'), addition('1', 'ana')].flatMap(readItems),
	);
	const identifiers = ['ana', '012.345.678-90'];
	const found = index.of({ identifiers, amount: 1, currency: 'BRL' });
	expect(found.map(({ claim }) => claim).sort()).toEqual(['1', '2']);
	expect(index.of(charge('ana', 1, 'USD'))).toEqual([]);
});

test('ids of amounts do not depend on the customer', () => {
	const additions = [addition('1', 'ana'), addition('2', 'x'), addition('3', 'ana', 2)];
	expect(idsWithAmounts([charge('bruno')], additions)).toEqual(['1', '2']);
});

const withItems = (...items: object[]) => ({ _id: '1', status: 'COMPLETED', items });
const item = (customerIdentifier: unknown, sourceAmount: unknown = 1, more: object = {}) => ({
	...{ customerIdentifier, sourceAmount, sourceCurrency: 'BRL' },
	...more,
});

test('each item of an addition stands for a row of its own', () => {
	const additions = [withItems(item('ana'), item('bruno'), item('ana'))];
	const rows = [charge('ana'), charge('ana'), charge('ana'), charge('bruno')];
	expect(ids(claimMatches(rows, additions, new Set()))).toEqual(['1#0', '1#2', undefined, '1#1']);
	expect(ids(claimMatches(rows, additions, new Set(['1#0'])))[0]).toBe('1#2');
	expect(ids(claimMatches(rows, additions, new Set(['1'])))[0]).toBeUndefined();
});

test('an item that has failed under a completed head stands for no row', () => {
	const additions = [withItems(item('ana', 1, { status: 'FAILED' }), item('bruno'))];
	const rows = [charge('ana'), charge('bruno')];
	expect(ids(claimMatches(rows, additions, new Set()))).toEqual([undefined, '1#1']);
});

test.each([
	['without an amount', item('ana', null)],
	['with an amount in words', item('ana', 'one')],
	['without a currency', item('ana', 1, { sourceCurrency: null })],
	['without a customer', item(null)],
	['of nobody and nothing', {}],
])('an item %s may be the row', (_, unreadable) => {
	expect(ids(claimMatches([charge('ana')], [withItems(unreadable)], new Set()))).toEqual(['? 1']);
});

test.each([
	['of somebody else', item('bruno', null)],
	['of another currency', item('ana', null, { sourceCurrency: 'USD' })],
	['of another amount', item(null, 2)],
])('an unreadable item %s is not the row', (_, unreadable) => {
	expect(ids(claimMatches([charge('ana')], [withItems(unreadable)], new Set()))).toEqual([
		undefined,
	]);
});

test('a row that has an addition of its own does not mind an unreadable one', () => {
	const additions = [addition('2', 'ana'), withItems(item('ana', null))];
	const rows = [charge('ana'), charge('ana')];
	expect(ids(claimMatches(rows, additions, new Set()))).toEqual(['2', '? 1']);
});

test.each([
	['belongs to somebody', item('ana', null), ['1']],
	['has failed', item('ana', null, { status: 'FAILED' }), []],
])('an unreadable item that %s is not the row', (_, unreadable, claims) => {
	const additions = [withItems(unreadable, item('bruno'))];
	expect(ids(claimMatches([charge('ana')], additions, new Set(claims)))).toEqual([undefined]);
});

test.each([
	['an item without an amount', [item('bruno', null)]],
	['an item without a currency', [item('bruno', 1, { sourceCurrency: null })]],
	['one item of several that has the amount', [item('bruno', 2), item('bruno')]],
])('an addition with %s belongs to the baseline', (_, items) => {
	expect(idsWithAmounts([charge('ana')], [withItems(...items)])).toEqual(['1']);
});
