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
 * Names a key of an account, and every key that differs from it in leading zeros only, so that they meet: what the
 * ledger is asked by, since a user's text in a parameter of n8n could be an expression, and two accounts may use the
 * same order number.
 *
 * @param account names the account: Base URL and e-mail
 */
export function refOf(account: string, key: string): string {
	return hashOf(JSON.stringify([account, withoutZeros(key)]), REF_LENGTH);
}

/** No hash begins with it. */
const OWN = 'own ';

/** Names a row by nothing but itself: its own execution knows it again. @param id names it for good */
export const ownRef = (id: string): string => `${OWN}${id}`;

/** Whether a user has given the name: a key, or a batch. What people have written into the table by hand has none. */
export const isUsersName = (ref: string): boolean => ref !== '' && !ref.startsWith(OWN);

/** Names a batch of an account. @param batch as `readBatchName` gives it */
export const batchRefOf = (account: string, batch: string): string =>
	hashOf(JSON.stringify([account, 'batch', batch]), REF_LENGTH);

/** Names a customer of a batch; which of the customer's rows is meant, `n` says. @param customerId `_id` */
export const batchRowRef = (batchRef: string, customerId: string): string =>
	hashOf(JSON.stringify([batchRef, customerId]), REF_LENGTH);
