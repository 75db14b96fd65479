import { hashOf } from '../util/hash';

/** 162 bits: two keys never meet. */
const REF_LENGTH = 27;
const ACCOUNT_LENGTH = 16;

/** Names an account in the table without telling whose it is. */
export const accountRef = (account: string): string => hashOf(account, ACCOUNT_LENGTH);

/** A key of digits without its leading zeros; any other as it is. */
export const withoutZeros = (key: string): string =>
	/^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;

/** Whether two keys are one number but for leading zeros, which spreadsheets drop: then at most one is a top-up's. */
export const differInZeros = (one: string, other: string): boolean =>
	one !== other && withoutZeros(one) === withoutZeros(other);

/**
 * Names a key of an account, and every key that differs from it in leading zeros only, so that they meet: what the table is asked by, since a user's text in a parameter of n8n could be an
 * expression, and two accounts may use the same order number.
 *
 * @param account names the account: Base URL and e-mail
 */
export function refOf(account: string, key: string): string {
	return hashOf(JSON.stringify([account, withoutZeros(key)]), REF_LENGTH);
}

/** No hash begins with it. */
const KEYLESS = 'keyless ';

/** Names a row without a key that has ended `unknown`. @param id names it for good */
export const keylessRef = (id: string): string => `${KEYLESS}${id}`;

export const isKeylessRef = (ref: string): boolean => ref.startsWith(KEYLESS);
