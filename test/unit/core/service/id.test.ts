import { checkedId } from '../../../../nodes/Gmc/core/service/record';

test.each(['665f1c2e9b1d8a0012ab34cd', 'a/b?c=d#e', '...', 'ção', '😀'])(
	'%p can be an id',
	(id) => {
		expect(checkedId(id)).toBe(id);
	},
);

test.each(['.', '..', '\ud800', 'x\udc00'])('%p cannot', (id) => {
	expect(() => checkedId(id)).toThrow(/is not an ID of GMC$/);
});

test('a very long text cannot', () => {
	expect(checkedId('x'.repeat(200))).toHaveLength(200);
	expect(() => checkedId('x'.repeat(201))).toThrow('the ID is too long');
});
