import {
	accountRef,
	batchRefOf,
	batchRowRef,
	differInZeros,
	isUsersName,
	ownRef,
	refOf,
} from '../../../../nodes/Gmc/core/ledger/key';

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

test('names of accounts, keys, batches and their rows never meet, and tell nothing', () => {
	const batch = batchRefOf('a', 'november');
	const refs = [
		refOf('a', 'november'),
		batch,
		batchRefOf('b', 'november'),
		batchRefOf('a', 'december'),
		batchRowRef(batch, 'ana'),
		batchRowRef(batch, 'bruno'),
		batchRowRef(batchRefOf('a', 'december'), 'ana'),
	];
	expect(new Set(refs).size).toBe(refs.length);
	for (const ref of refs) expect(ref).toMatch(/^[A-Za-z0-9+/]{27}$/);
	expect(batchRowRef(batch, 'ana')).toBe(refs[4]);
	expect(accountRef('a')).toMatch(/^[A-Za-z0-9+/]{16}$/);
	expect(accountRef('a')).not.toBe(accountRef('b'));
});

test('a row without a name of the user has its own', () => {
	expect(ownRef('1')).not.toBe(ownRef('2'));
	expect(isUsersName(ownRef('1'))).toBe(false);
	expect(isUsersName('')).toBe(false);
	expect(isUsersName(refOf('a', '1'))).toBe(true);
});
