import type { Message, Texts } from '../core/texts/message';
import { InputError } from '../core/util/inputError';
import { COLUMNS } from './columns';

/** The ledger cannot be used. What that means for rows is said by their states. */
export class LedgerError extends InputError {
	constructor(
		said: Message,
		advice: Message,
		/** Whether this n8n has no Data Tables for us, so that nothing can stand in one either. */
		readonly isAbsent: boolean = false,
	) {
		super(said, advice);
		this.name = 'LedgerError';
	}
}

type Advice = Exclude<keyof Texts['keys']['ledgerAdvice'], 'otherColumns'>;

/** What an n8n without Data Tables says, and what to do about it. */
const ABSENT: Array<[RegExp, Advice]> = [
	[/module is disabled/i, 'switchedOff'],
	[/unrecognized node type|unknown node type|executeWorkflow is not a function/i, 'missing'],
	// The node falls over what it does not know (n8n.md K9).
	[/could not get parameter|reading 'execute'/i, 'tooOld'],
];

/** The same where there are some, and this one cannot be used. */
const UNUSABLE: Array<[RegExp, Advice]> = [
	[/size limit exceeded/i, 'full'],
	[/read-only|protected instance|access/i, 'notAllowed'],
];
const OTHER_COLUMNS =
	/unknown column name|do(es)? not exist in the selected table|does not match column type|column does not exist/i;

/** n8n would put its own words in the place of a message with such a code (n8n.md E11). */
const ERROR_CODE = /\bE[A-Z]{4,}\b/;

const columns = COLUMNS.map(({ name, type }) => `${name} (${type})`).join(', ');

export function toLedgerError(table: string, error: unknown): LedgerError {
	if (error instanceof LedgerError) return error;
	const reason = error instanceof Error ? error.message : String(error);
	const isHidden = ERROR_CODE.test(reason);
	const said = isHidden ? undefined : reason;
	const { advice, isAbsent } = adviceAt(reason);
	return new LedgerError(
		({ keys }) => keys.ledgerUnusable({ table, said }),
		(texts) => (isHidden ? `${reason}. ${advice(texts)}` : advice(texts)),
		isAbsent,
	);
}

function adviceAt(reason: string): { advice: Message; isAbsent: boolean } {
	const saysSo = ([pattern]: [RegExp, Advice]) => pattern.test(reason);
	const absent = ABSENT.find(saysSo);
	const isAbsent = absent !== undefined;
	if (!isAbsent && OTHER_COLUMNS.test(reason)) {
		return { advice: ({ keys }) => keys.ledgerAdvice.otherColumns({ columns }), isAbsent };
	}
	const [, name] = absent ?? UNUSABLE.find(saysSo) ?? [reason, 'other'];
	return { advice: ({ keys }) => keys.ledgerAdvice[name as Advice], isAbsent };
}
