import { beyondCharges } from '../../../../nodes/Gmc/core/additions/beyond';

const charge = (identifiers: string[], amount = 1) => ({ identifiers, amount, currency: 'BRL' });
const item = (customerIdentifier: string, sourceAmount: unknown = 1) => ({
	...{ customerIdentifier, sourceAmount, sourceCurrency: 'BRL' },
});
const addition = (_id: string, name: string, amount: unknown = 1, status = 'COMPLETED') => ({
	...{ _id, status, items: [item(name, amount)] },
});
const beyond = (...given: Parameters<typeof beyondCharges>) =>
	beyondCharges(...given).map((one) => [one.item.claim, one.position, one.amount, one.currency]);

test('what customers of the rows have been given and no row has claimed', () => {
	const charges = [charge(['ana']), charge(['bruno'], 2), charge(['ana'], 5)];
	const additions = [
		addition('claimed', 'ana'),
		addition('first', 'ana', 3),
		addition('of another', 'carla', 3),
		addition('second', 'bruno', 4),
	];
	expect(beyond(charges, additions, new Set(['claimed']))).toEqual([
		['first', 0, 3, 'BRL'],
		['second', 1, 4, 'BRL'],
	]);
});

test('a customer is one person under all names', () => {
	const charges = [charge(['id 1', '111.444.777-35']), charge(['id 1'])];
	const additions = [addition('1', '11144477735', 7), addition('2', 'id 1', 8)];
	expect(beyond(charges, additions, new Set())).toEqual([
		['1', 0, 7, 'BRL'],
		['2', 0, 8, 'BRL'],
	]);
});

test('items of an addition are told apart', () => {
	const shared = { _id: 'x', status: 'COMPLETED', items: [item('ana'), item('ana', 9)] };
	expect(beyond([charge(['ana'])], [shared], new Set(['x#0']))).toEqual([['x#1', 0, 9, 'BRL']]);
});

test('what has failed, and what cannot be read, is left out', () => {
	const additions = [addition('1', 'ana', 3, 'FAILED'), addition('2', 'ana', 'three')];
	expect(beyond([charge(['ana'])], additions, new Set())).toEqual([]);
});
