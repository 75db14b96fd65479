import { idProblem } from '../../../../nodes/Gmc/core/service/id';

test.each(['665f1c2e9b1d8a0012ab34cd', 'a/b?c=d#e', '...', 'ção', '😀'])(
	'%p can be an id',
	(id) => {
		expect(idProblem(id)).toBeUndefined();
	},
);

test.each(['.', '..', '\ud800', 'x\udc00'])('%p cannot', (id) => {
	expect(idProblem(id)).toMatch(/is not an ID of GMC$/);
});

test('a very long text cannot', () => {
	expect(idProblem('x'.repeat(200))).toBeUndefined();
	expect(idProblem('x'.repeat(201))).toBe('the ID is too long');
});
