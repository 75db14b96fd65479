import type { Effect } from '../core/keys/effects';
import type { Message, Texts } from '../core/texts/message';
import { InputError } from '../core/util/inputError';
import { COLUMNS } from './keyTable';

/** The ledger of keys cannot be used. Nothing is sent under a key that was not claimed. */
export class KeyLedgerError extends InputError {
	constructor(
		said: Message,
		advice: Message,
		/** What the ledger was asked; after an `insert` that was answered, requests may have been sent. */
		readonly during?: Effect['do'],
	) {
		super(said, advice);
		this.name = 'KeyLedgerError';
	}
}

const columns = COLUMNS.map(({ name, type }) => `${name} (${type})`).join(', ');

/** What n8n says, and what to do about it. */
const ADVICE: Array<[RegExp, Exclude<keyof Texts['keys']['ledgerAdvice'], 'otherColumns'>]> = [
	[/module is disabled/i, 'switchedOff'],
	[/unrecognized node type|unknown node type|executeWorkflow is not a function/i, 'missing'],
	// The node falls over what it does not know (n8n.md K9).
	[/could not get parameter "operation"|reading 'execute'/i, 'tooOld'],
	[/size limit exceeded/i, 'full'],
	[/read-only|protected instance|access/i, 'notAllowed'],
];
const OTHER_COLUMNS =
	/unknown column name|do(es)? not exist in the selected table|does not match column type|column does not exist/i;

/** n8n would put its own words in the place of a message with such a code (n8n.md E11). */
const ERROR_CODE = /\bE[A-Z]{4,}\b/;

export function toKeyLedgerError(
	table: string,
	during: Effect['do'],
	error: unknown,
): KeyLedgerError {
	if (error instanceof KeyLedgerError) return error;
	const reason = error instanceof Error ? error.message : String(error);
	const isHidden = ERROR_CODE.test(reason);
	const said = isHidden ? undefined : reason;
	const undone = during === 'update' ? 'writingDown' : 'sending';
	const advice = adviceAt(reason);
	return new KeyLedgerError(
		({ keys }) => keys.ledgerUnusable({ undone: keys.undone[undone], table, said }),
		(texts) => (isHidden ? `${reason}. ${advice(texts)}` : advice(texts)),
		during,
	);
}

function adviceAt(reason: string): Message {
	if (OTHER_COLUMNS.test(reason)) return ({ keys }) => keys.ledgerAdvice.otherColumns({ columns });
	const name = ADVICE.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other';
	return ({ keys }) => keys.ledgerAdvice[name];
}
