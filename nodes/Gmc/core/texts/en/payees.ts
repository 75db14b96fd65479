import { count, list, number } from './words';

/** Expected Name of Balance: Add. */
export const payees = {
	/** @param name at the service; none where the customer has none */
	mismatch: ({ expected, name }: { expected: string; name?: string }) =>
		name
			? `"${expected}" is expected, but the customer is "${name}" at GMC`
			: `"${expected}" is expected, but the customer has no name at GMC`,
	correct:
		'Look whose ID or tax ID the row has. If it is the right customer, correct the name in the row, or at GMC with Customer → Update.',
	findFirst:
		'Correct the customer or create it first: whom GMC does not know cannot be compared with Expected Name.',
	close: ({ close, all }: { close: number; all: number }) =>
		`In ${number(close)} of ${count(all, 'row', 'rows')} the name at GMC is close to the expected one, but not the same.`,
	paidOthers: ({ others, all }: { others: number; all: number }) =>
		`In ${number(others)} of ${count(all, 'row', 'rows')}, paid already, the customer has another name at GMC than the expected one.`,
	named: ({ some, more }: { some: Pair[]; more: number }) =>
		`${list([
			...some.map(({ row, expected, name }) => `"${expected}" is "${name}" in row ${number(row)}`),
			...(more > 0 ? [`${number(more)} more`] : []),
		])}.`,
	/** `numbers` as `ranges` writes them; undefined: all rows. */
	notChecked: ({ numbers }: { numbers?: string }) =>
		numbers === undefined
			? 'Expected Name is empty in every row, so no name was compared.'
			: `Expected Name is empty in these rows, so their names were not compared: ${numbers}.`,
};

interface Pair {
	row: number;
	expected: string;
	name: string;
}
