import { checkKeys } from '../../../../nodes/Gmc/core/ledger/sheet';

const charge = { identifiers: ['ana'], amount: 10, currency: 'BRL' };
const check = (...keys: Array<[string, number?]>) =>
	checkKeys(keys.map(([key, amount = 10]) => ({ key, charge: { ...charge, amount } })));

test('the same key is one top-up, or a contradiction', () => {
	expect(check(['1'], ['2'], ['1'])).toEqual(['fine', 'fine', { sameAs: 0 }]);
	expect(check(['1'], ['2'], ['1', 11])).toEqual(['contradicted', 'fine', 'contradicted']);
});

test('all rows of a number are refused whose zeros differ, whatever they pay', () => {
	const differsInZeros = ['000123', '123'];
	const refused = { differsInZeros };
	expect(check(['000123'], ['123'], ['7'])).toEqual([refused, refused, 'fine']);
	expect(check(['000123'], ['000123', 11], ['123', 11])).toEqual([refused, refused, refused]);
	expect(check(['000123'], ['123'], ['000123', 11])).toEqual([refused, refused, refused]);
});
