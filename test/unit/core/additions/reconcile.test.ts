import { reconcile } from '../../../../nodes/Gmc/core/additions/reconcile';

const charge = (name: string, amount = 1) => ({ identifiers: [name], amount, currency: 'BRL' });
const addition = (_id: string, name: string, amount = 1) => ({
	_id,
	items: [{ customerIdentifier: name, sourceAmount: amount, sourceCurrency: 'BRL' }],
});
const judge = (
	open: Array<ReturnType<typeof charge>>,
	additions: Array<ReturnType<typeof addition>>,
	known: string[] = [],
) =>
	reconcile(open, additions, new Set(known)).map((verdict) =>
		'issued' in verdict ? verdict.issued._id : verdict.candidates.map(({ _id }) => _id),
	);

test('one new match for one row: it was issued', () => {
	expect(judge([charge('ana')], [addition('1', 'ana'), addition('2', 'bruno')])).toEqual(['1']);
});

test('none: not known', () => {
	expect(judge([charge('ana')], [addition('1', 'ana', 2)])).toEqual([[]]);
});

test('what was there before, or belongs to another row, proves nothing', () => {
	expect(judge([charge('ana')], [addition('1', 'ana')], ['1'])).toEqual([[]]);
});

test('as many as were asked for: each row gets its own', () => {
	const additions = [addition('1', 'ana'), addition('2', 'ana')];
	expect(judge([charge('ana'), charge('ana')], additions)).toEqual(['1', '2']);
});

test('fewer than were asked for: none of the equal rows is proven', () => {
	expect(judge([charge('ana'), charge('ana')], [addition('1', 'ana')])).toEqual([['1'], ['1']]);
});

test('more than were asked for: somebody else may have made them', () => {
	const additions = [addition('1', 'ana'), addition('2', 'ana')];
	expect(judge([charge('ana')], additions)).toEqual([['1', '2']]);
});

test('rows are judged each by their own', () => {
	const open = [charge('ana'), charge('bruno'), charge('ana', 2)];
	expect(judge(open, [addition('1', 'ana', 2), addition('2', 'ana')])).toEqual(['2', [], '1']);
});
