import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import { ChargeIndex } from '../../../../nodes/Gmc/core/additions/matching';

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
test('an index finds additions under any name, each once, in the order of the list', () => {
	const index = new ChargeIndex(
		[addition('2', '01234567890'), addition('1', 'ana')].flatMap(readItems),
	);
	const identifiers = ['ana', '012.345.678-90'];
	const found = index.of({ identifiers, amount: 1, currency: 'BRL' });
	expect(found.map(({ claim }) => claim).sort()).toEqual(['1', '2']);
	expect(index.of(charge('ana', 1, 'USD'))).toEqual([]);
});

const withItems = (...items: object[]) => ({ _id: '1', status: 'COMPLETED', items });
const item = (customerIdentifier: unknown, sourceAmount: unknown = 1, more: object = {}) => ({
	customerIdentifier,
	sourceAmount,
	sourceCurrency: 'BRL',
	...more,
});

test('each item of an addition is found by itself', () => {
	const index = new ChargeIndex(
		[withItems(item('ana'), item('bruno'), item('ana'))].flatMap(readItems),
	);
	expect(index.of(charge('ana')).map(({ claim }) => claim)).toEqual(['1#0', '1#2']);
	expect(index.of(charge('bruno')).map(({ claim }) => claim)).toEqual(['1#1']);
});

test.each([
	['without an amount', item('ana', null)],
	['with an amount in words', item('ana', 'one')],
	['without a currency', item('ana', 1, { sourceCurrency: null })],
	['without a customer', item(null)],
	['of nobody and nothing', {}],
])('an item %s may be the row', (_, unreadable) => {
	const index = new ChargeIndex([withItems(unreadable)].flatMap(readItems));
	expect(index.doubtful(charge('ana'))?.addition._id).toBe('1');
});

test.each([
	['of somebody else', item('bruno', null)],
	['of another currency', item('ana', null, { sourceCurrency: 'USD' })],
	['of another amount', item(null, 2)],
])('an unreadable item %s is not the row', (_, unreadable) => {
	const index = new ChargeIndex([withItems(unreadable)].flatMap(readItems));
	expect(index.doubtful(charge('ana'))).toBeUndefined();
});
