import type { Charge } from '../additions/charge';
import { sameCharge, valueKey } from '../additions/charge';
import { hashOf } from '../util/hash';

// A row's name in the ledger is (set, customer, n). Set and customer are hashed into a ref, because n8n could run a
// user's text in a parameter as an expression. The account is not part of the name.

/** 162 bits, so no two names collide. */
const REF_LENGTH = 27;

const refOf = (...parts: unknown[]): string => hashOf(JSON.stringify(parts), REF_LENGTH);

/** Removes the leading zeros of a key of digits. Any other key stays as it is. */
const withoutZeros = (key: string): string =>
	/^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;

/** Whether two different keys are the same number. Spreadsheets drop leading zeros, so only one of them may be sent. */
export const differInZeros = (one: string, other: string): boolean =>
	one !== other && withoutZeros(one) === withoutZeros(other);

/** The set of a key. Keys that differ only in leading zeros share one, so that they are compared. */
export const keySet = (key: string): string => refOf('key', withoutZeros(key));

/** The set of a batch. @param batch as `readBatchName` gives it */
export const batchSet = (batch: string): string => refOf('batch', batch);

/** No hash starts with this. */
const EXECUTION_PREFIX = 'own ';

/**
 * The set of one pass of a node in an execution.
 *
 * @param token identifies the execution. A retry keeps it
 * @param pass of a loop, or call of a tool
 */
export const executionSet = (token: string, nodeId: string, pass: string | number): string =>
	`${EXECUTION_PREFIX}${refOf(token, nodeId)} ${pass}`;

/** The ref of a customer in a set. @param customerId `_id` */
export const customerRef = (set: string, customerId: string): string =>
	`${isUsersName(set) ? '' : EXECUTION_PREFIX}${refOf(set, customerId)}`;

/** Whether the user has named it, with a key or a batch. @param name a set or a ref; empty in an entry added by hand */
export const isUsersName = (name: string): boolean =>
	name !== '' && !name.startsWith(EXECUTION_PREFIX);

/** Equal for rows with the same customer, amount and currency, whatever their names are. */
export const chargeRefOf = (
	customerId: string,
	value: { amount: number; currency: string },
): string => refOf('charge', customerId, valueKey(value));

export interface KeyedRow {
	key: string;
	/** Undefined if it cannot be read: then it may be any other. */
	charge?: Charge;
}

type KeyCheck =
	| 'fine'
	/** Another row has the same key with a different charge. */
	| 'contradicted'
	/** These two keys of the sheet differ only in leading zeros. */
	| { differsInZeros: [string, string] }
	/** The row repeats an earlier one, at this position. */
	| { sameAs: number };

/** Compares the keys of a sheet. @returns one answer per row */
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
		const isSame = firstCharge && charge && sameCharge(firstCharge, charge);
		if (firstKey !== key) refused.set(name, { differsInZeros: [firstKey, key] });
		else if (!refused.has(name) && !isSame) refused.set(name, 'contradicted');
	}
	return rows.map(({ key }, position): KeyCheck => {
		const name = withoutZeros(key);
		const first = firsts.get(name)!;
		return refused.get(name) ?? (first === position ? 'fine' : { sameAs: first });
	});
}
