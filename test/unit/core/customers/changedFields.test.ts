import fc from 'fast-check';
import { changedFields } from '../../../../nodes/Gmc/core/customers/changedFields';

const existing = { _id: '1', taxId: '111222', name: 'Ana Souza', email: 'ana@example.com' };

test.each([
	[{ name: 'Ana Souza', email: 'ana@example.com' }, undefined],
	[{ name: 'Ana Lima', email: 'ana@example.com' }, { name: 'Ana Lima' }],
	[{ name: 'Ana Souza', email: 'as@example.com' }, { email: 'as@example.com' }],
	[
		{ name: 'Ana', email: 'a@example.com' },
		{ name: 'Ana', email: 'a@example.com' },
	],
	[{ name: 'ana souza', email: 'ana@example.com' }, { name: 'ana souza' }],
	[{ taxId: '111.222' }, undefined],
	[{ taxId: '111.223', name: undefined }, { taxId: '111.223' }],
])('of %j only what differs is sent', (wanted, changes) => {
	expect(changedFields(existing, wanted)).toEqual(changes);
});

test('blanks around and the case of an e-mail are no difference, or every run would write', () => {
	const tidied = { name: ' Ana Souza ', email: 'Ana@Example.com ' };
	expect(changedFields(tidied, { name: 'Ana Souza', email: 'ana@example.com' })).toBeUndefined();
});

test.each([{}, { name: null, email: null }, { name: 1, email: {} }])(
	'what the service does not tell is sent: %j',
	(unknown) => {
		const wanted = { name: 'Ana', email: 'ana@example.com' };
		expect(changedFields(unknown, wanted)).toEqual(wanted);
	},
);

test('once the changes are made, nothing is left to change', () => {
	const fields = fc.record({ name: fc.string(), email: fc.string() });
	fc.assert(
		fc.property(fields, fields, (before, wanted) => {
			const after = { ...before, ...changedFields(before, wanted) };
			expect(changedFields(after, wanted)).toBeUndefined();
		}),
	);
});
