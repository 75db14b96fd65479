import { valueKey } from '../additions/charge';
import { hashOf } from '../util/hash';
import { spellingOf, spellingsToAsk } from './spelling';

// A row's name in the ledger is (set, customer, n). Set and customer are hashed into a ref, because n8n could run a
// user's text in a parameter as an expression. The account is not part of the name.

/** 162 bits, so no two names collide. */
const REF_LENGTH = 27;

const refOf = (...parts: unknown[]): string => hashOf(JSON.stringify(parts), REF_LENGTH);

/** The set of a key. Its spellings share one, so that they are compared. */
export const keySet = (key: string): string => refOf('key', spellingOf(key));

/** The sets in which another spelling of the key may stand, with its own. */
export const keySetsToAsk = (key: string): string[] =>
	spellingsToAsk(key).map((one) => refOf('key', one));

/** The set of a batch. @param batch as `readBatchName` gives it */
export const batchSet = (batch: string): string => refOf('batch', batch);

/** Sets and refs of executions start with this. No hash does. */
export const EXECUTION_PREFIX = 'own ';

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
