import { refOf } from '../../../../nodes/Gmc/core/keys/key';

test('a ref names key and account, and tells neither', () => {
	const refs = [refOf('a', 'bc'), refOf('ab', 'c'), refOf('a', 'b')];
	expect(new Set(refs).size).toBe(3);
	expect(refOf('a', 'bc')).toBe(refs[0]);
	for (const ref of refs) expect(ref).toMatch(/^[A-Za-z0-9+/]{27}$/);
});
