import {
	batchSet,
	chargeRefOf,
	customerRef,
	executionSet,
	isUsersName,
	keySet,
} from '../../../../nodes/Gmc/core/ledger/key';

test.each([
	['000123', '123', true],
	['1003.0', '1003', true],
	['1.003', '1003', true],
	['123', '124', false],
	['0A1', 'A1', false],
	['2026.1', '2026.10', false],
])('%j and %j have one set: %j', (one, other, isSo) => {
	expect(keySet(one) === keySet(other)).toBe(isSo);
});

test('names of keys, batches, executions and their rows never meet, and tell nothing', () => {
	const [batch, pass] = [batchSet('november'), executionSet('token', 'node', 0)];
	const names = [
		keySet('november'),
		batch,
		batchSet('december'),
		customerRef(batch, 'ana'),
		customerRef(batch, 'bruno'),
		customerRef(batchSet('december'), 'ana'),
		pass,
		executionSet('token', 'node', 1),
		executionSet('token', 'other node', 0),
		executionSet('other token', 'node', 0),
		customerRef(pass, 'ana'),
		customerRef(pass, 'bruno'),
	];
	expect(new Set(names).size).toBe(names.length);
	for (const name of names) expect(name).toMatch(/^(own )?[A-Za-z0-9+/]{27}( \d)?$/);
	expect(batchSet('november')).toBe(batch);
});

test('a name is the user’s, or that of an execution', () => {
	const set = executionSet('token', 'node', 3);
	for (const name of [set, customerRef(set, 'ana'), '']) expect(isUsersName(name)).toBe(false);
	const users = [keySet('1'), batchSet('1'), customerRef(batchSet('1'), 'ana')];
	for (const name of users) expect(isUsersName(name)).toBe(true);
});

test('equal rows have the same ref, whatever binary fractions do to the amount', () => {
	const refOf = (customer: string, amount: number, currency = 'BRL') =>
		chargeRefOf(customer, { amount, currency });
	expect(refOf('ana', 0.1 + 0.2)).toBe(refOf('ana', 0.3));
	const others = [refOf('ana', 0.3), refOf('ana', 0.31), refOf('bruno', 0.3)];
	expect(new Set([...others, refOf('ana', 0.3, 'USD')]).size).toBe(4);
});
