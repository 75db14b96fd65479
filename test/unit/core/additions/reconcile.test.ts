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
		'issued' in verdict ? verdict.issued.claim : verdict.candidates.map(({ _id }) => _id),
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

test('each item counts, not each addition', () => {
	const [one] = addition('1', 'ana').items;
	const both = { _id: '1', items: [one, { ...one, customerIdentifier: 'bruno' }] };
	expect(judge([charge('ana'), charge('bruno')], [both])).toEqual(['1#0', '1#1']);
	expect(judge([charge('ana')], [both], ['1#0'])).toEqual([[]]);
});

test('one that cannot be read may be the row as well, so nothing is proven', () => {
	const unreadable = { _id: '2', items: [{ customerIdentifier: 'ana' }] };
	const additions = [addition('1', 'ana'), unreadable as unknown as ReturnType<typeof addition>];
	expect(judge([charge('ana')], additions)).toEqual([['1', '2']]);
	expect(judge([charge('bruno')], additions)).toEqual([[]]);
});

test('what may be the late result of another pass is not taken', () => {
	const verdicts = reconcile([charge('ana')], [addition('1', 'ana')], new Set(), [charge('ana')]);
	expect(verdicts).toMatchObject([{ candidates: [{ _id: '1' }] }]);
});
