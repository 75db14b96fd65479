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
const ids = (found: Array<{ _id: string } | undefined>) => found.map((one) => one?._id);

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
	const index = new ChargeIndex([addition('2', '01234567890'), addition('1', 'ana')]);
	const identifiers = ['ana', '012.345.678-90'];
	expect(ids(index.of({ identifiers, amount: 1, currency: 'BRL' })).sort()).toEqual(['1', '2']);
	expect(index.of(charge('ana', 1, 'USD'))).toEqual([]);
});

test('ids of amounts do not depend on the customer', () => {
	const additions = [addition('1', 'ana'), addition('2', 'x'), addition('3', 'ana', 2)];
	expect(idsWithAmounts([charge('bruno')], additions)).toEqual(['1', '2']);
});
