import type { Charge } from '../additions/charge';
import { sameCharge, valueKey } from '../additions/charge';
import { hashOf } from '../util/hash';

// What rows are called in the ledger. A row's name is (set, customer, n): `set` and `customer` are hashed into a ref,
// since a user's text in a parameter of n8n could be an expression. The account is no part of it.

/** 162 bits: two names never meet. */
const REF_LENGTH = 27;

const refOf = (...parts: unknown[]): string => hashOf(JSON.stringify(parts), REF_LENGTH);

/** A key of digits without its leading zeros; any other as it is. */
export const withoutZeros = (key: string): string =>
	/^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;

/** Whether two keys are one number but for leading zeros, which spreadsheets drop: then at most one is a top-up's. */
export const differInZeros = (one: string, other: string): boolean =>
	one !== other && withoutZeros(one) === withoutZeros(other);

/** The set of a key, which has one row. Keys that differ in leading zeros only share it, so that they meet. */
export const keySet = (key: string): string => refOf('key', withoutZeros(key));

/** The set of a batch. @param batch as `readBatchName` gives it */
export const batchSet = (batch: string): string => refOf('batch', batch);

/** No hash begins with it. */
const OWN = 'own ';

/**
 * The sets of a node in an execution, one for each pass of a loop and each call of a tool.
 *
 * @param token names the execution for good, also when it is retried
 * @returns what the sets begin with, and the one of a pass
 */
export function executionSets(token: string, nodeId: string) {
	const node = `${OWN}${refOf(token, nodeId)} `;
	return { node, of: (pass: string | number) => `${node}${pass}` };
}

/** The ref of a customer in a set. Which of the customer's rows is meant, `n` says. @param customerId `_id` */
export const customerRef = (set: string, customerId: string): string =>
	`${isUsersName(set) ? '' : OWN}${refOf(set, customerId)}`;

/**
 * Whether a user has given the name: a key, or a batch. What people have written into the table by hand has none.
 *
 * @param name a set or a ref
 */
export const isUsersName = (name: string): boolean => name !== '' && !name.startsWith(OWN);

/** What equal rows have in common, whatever they are called: customer, amount and currency. */
export const chargeRefOf = (
	customerId: string,
	value: { amount: number; currency: string },
): string => refOf('charge', customerId, valueKey(value));

/** A row of a sheet that could be read. */
export interface KeyedRow {
	key: string;
	charge: Charge;
}

/** What the keys of the other rows mean for a row. */
type KeyCheck =
	| 'fine'
	/** Another row has this key for another customer, amount or currency. */
	| 'contradicted'
	/** Another row has a key that differs in leading zeros only: both of them. */
	| { differsInZeros: [string, string] }
	/** The row is the same as an earlier one, by its position. */
	| { sameAs: number };

/** Checks the keys of one sheet against each other; one answer per row. */
export function checkKeys(rows: KeyedRow[]): KeyCheck[] {
	const firsts = new Map<string, number>();
	const refused = new Map<string, KeyCheck>();
	for (const [position, { key, charge }] of rows.entries()) {
		const name = withoutZeros(key);
		const first = firsts.get(name);
		if (first === undefined) {
			firsts.set(name, position);
			continue;
		}
		const { key: firstKey, charge: firstCharge } = rows[first];
		if (firstKey !== key) refused.set(name, { differsInZeros: [firstKey, key] });
		else if (!refused.has(name) && !sameCharge(firstCharge, charge)) {
			refused.set(name, 'contradicted');
		}
	}
	return rows.map(({ key }, position): KeyCheck => {
		const name = withoutZeros(key);
		const first = firsts.get(name)!;
		return refused.get(name) ?? (first === position ? 'fine' : { sameAs: first });
	});
}
