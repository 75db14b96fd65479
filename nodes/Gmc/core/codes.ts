/**
 * Every `code` of a refusal or an error (`details.code`), with what it means. Workflows decide by them, so they are part
 * of the interface: one may be added, none renamed.
 */
export const CODES = {
	ADDITION_FAILED:
		'GMC accepted the top-up, but it failed, or GMC could not be asked whether it still has',
	ADDITION_NOT_FOUND: 'GMC has no such top-up of this user',
	AGENT_REFUSED: 'An AI agent may not decide this, or has no upper limit',
	AMOUNT_INVALID: 'The amount is empty, ambiguous, not positive, or not a number',
	BATCH_IN_PARTS: 'A batch was sent in parts: in passes of a loop, or by an AI agent',
	BATCH_NAME_INVALID: 'The Batch Name is empty, too long, or not a text',
	BATCH_ROW_CHANGED: 'The batch has paid this customer an amount that no row of the sheet has',
	BATCH_ROW_IN_USE: "We don't know yet whether this row of the batch was paid",
	BUSY: 'Two runs wanted the same row, and this one did not send it',
	CHANGE_IN_DOUBT: "We don't know whether the customer was created, changed or deleted",
	CURRENCY_INVALID: 'The currency is not BRL, USDT, USD or GMC',
	CUSTOMER_AMBIGUOUS: 'Several customers have this tax ID',
	CUSTOMER_EXISTS: 'GMC has a customer with this tax ID, with another name or e-mail',
	CUSTOMER_INVALID: 'The customer field cannot be read',
	CUSTOMER_NAME_MISMATCH: 'The customer has another name at GMC than the row expects',
	CUSTOMER_NOT_FOUND: 'GMC has no such active customer of this user',
	DUPLICATE_SUSPECTED: 'The row equals a recent top-up',
	EXECUTION_CUT_OFF: 'n8n was stopped during this execution and lost the record of what it sent',
	FIELD_INVALID: 'A field is empty or cannot be read',
	GMC_UNAVAILABLE: 'GMC failed to answer',
	IDEMPOTENCY_KEY_INVALID:
		'The Idempotency Key is missing, too long, or not a text or an exact number',
	IDEMPOTENCY_KEY_IN_USE: "We don't know yet whether the top-up with this key was paid",
	IDEMPOTENCY_KEY_REUSED: 'The key was used for another top-up',
	INTEGRATION_REFUSED: 'GMC does not accept the token, keys and Origin together',
	LEDGER_RENAMED: 'The Data Table of the ledger was renamed',
	LEDGER_ROW_UNREADABLE: 'Somebody has edited a row of the ledger, and it cannot be read',
	LEDGER_UNUSABLE: 'The Data Table of the ledger cannot be used',
	LOGIN_FAILED: 'The login at GMC failed',
	MAX_AMOUNT_EXCEEDED: 'The row is above Maximum Amount',
	MAX_PER_DAY_EXCEEDED: "The run would push today's total above Maximum per Day",
	MAX_PER_DAY_UNKNOWN: "Today's total cannot be found out",
	MAX_TOTAL_EXCEEDED: 'The run is above Maximum Total',
	LIST_CUT: 'GMC returned an incomplete list, and Return All needs all of it',
	NOTHING_TO_CHANGE: 'Update Fields is empty',
	NOT_ALLOWED: 'GMC does not allow this user to do it',
	NOT_ATTEMPTED: 'The row was not sent because of another row',
	NO_ANSWER: 'GMC gave no readable answer',
	OPTION_INVALID: 'A field or option has none of its values',
	OTHER_ACCOUNT: 'The row was sent before with another GMC account',
	PROTECTION_CHANGED:
		'An earlier try of this execution used another Duplicate Protection, Batch Name or Ledger Table',
	REFUSED: 'GMC refused the request',
	ROW_IN_DOUBT: "We don't know yet whether the row was paid",
	TAX_ID_INVALID: 'The tax ID is empty or wrong',
	TOO_LATE: 'The row waited too long to be sent safely',
	TOO_MANY_REQUESTS: 'GMC receives too many requests',
	UNEXPECTED: 'Something else failed, such as an expression',
	UNREACHABLE: 'GMC could not be reached',
	WRONG_ADDRESS: 'There is no GMC service at this address',
} as const;

export type Code = keyof typeof CODES;
