import { differInZeros, refOf } from '../../../../nodes/Gmc/core/ledger/key';

test('a ref names key and account, and tells neither', () => {
	const refs = [refOf('a', 'bc'), refOf('ab', 'c'), refOf('a', 'b')];
	expect(new Set(refs).size).toBe(3);
	expect(refOf('a', 'bc')).toBe(refs[0]);
	for (const ref of refs) expect(ref).toMatch(/^[A-Za-z0-9+/]{27}$/);
});

test.each([
	['000123', '123', true],
	['0123', '000123', true],
	['0', '000', true],
	['123', '123', false],
	['1230', '123', false],
	['0', '', false],
	['0A1', 'A1', false],
	['00-1', '0-1', false],
	['0٣', '٣', false],
])('%j and %j are one number but for leading zeros: %j', (one, other, isSo) => {
	expect(differInZeros(one, other)).toBe(isSo);
	expect(differInZeros(other, one)).toBe(isSo);
	expect(refOf('a', one) === refOf('a', other)).toBe(isSo || one === other);
});
