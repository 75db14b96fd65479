import {
	batchSet,
	chargeRefOf,
	customerRef,
	executionSet,
	isUsersName,
	keySet,
	keySetsToAsk,
} from '../../../../nodes/Gmc/core/ledger/refs';
import { areSpellings } from '../../../../nodes/Gmc/core/ledger/spelling';

test.each([
	['000123', '123', true],
	['1003.0', '1003', true],
	['1.003', '1003', true],
	['123', '124', false],
	['0A1', 'A1', false],
	['2026.1', '2026.10', false],
	['shop-1003', 'shop-01003.0', true],
	['shop-1003-br', 'shop-1,003-br', true],
	['2026-01-7', '2026-1-007', true],
	['shop-1003', 'shop 1003', false],
	['shop-1003', 'shop-1003-1', false],
	['shop-2026.1', 'shop-2026.10', false],
	['A1', 'A01', false],
	['a1.05', 'a1.5', false],
	['9f01-0a', '9f1-a', false],
	['7\u0663', '07\u0663', false],
])('%j and %j have one set: %j', (one, other, isSo) => {
	expect(keySet(one) === keySet(other)).toBe(isSo);
	expect(areSpellings(one, other)).toBe(isSo);
	expect(areSpellings(other, one)).toBe(isSo);
});

test.each([
	['1', '1.000'],
	['shop-1', 'shop-1.000'],
	['2026-1-7', '2026-1.000-7'],
	['a 1.000 b', 'a 1,0 b'],
])('%j may be %j: each asks for the other', (one, other) => {
	expect(areSpellings(one, other)).toBe(true);
	expect(keySetsToAsk(one)).toContain(keySet(other));
	expect(keySetsToAsk(other)).toContain(keySet(one));
});

test('a key of many numbers asks for few names', () => {
	expect(keySetsToAsk('1 2 3 4 5 6')).toHaveLength(4);
	expect(keySetsToAsk('6f1c2d3e-4005-4a01-8123-0a1b2c3d4e5f')).toHaveLength(1);
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
