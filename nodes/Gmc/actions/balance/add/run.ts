import type { IExecuteFunctions } from 'n8n-workflow';
import type { WholeList } from '../../../api/additions';
import type { GmcClient } from '../../../api/client';
import type { Entry } from '../../../core/ledger/entry';
import type { Neighbours } from '../../../core/ledger/neighbours';
import type { SheetKind } from '../../../core/sheet/columns';
import type { InputError } from '../../../core/util/inputError';
import type { Throttle } from '../../../shared/throttle';
import type { Accounts } from '../accounts';
import type { Execution } from './execution';
import type { Row, RowIn, UndecidedRow } from './row';
import type { RunLedger } from './runLedger';
import type { RunSettings } from './settings';
import type { RowVerdict } from './verdict';

/** What the steps of `add` work with. */
export interface AddRun {
	context: IExecuteFunctions;
	settings: RunSettings;
	protection: Protection;
	client: GmcClient;
	execution: Execution;
	ledger: RunLedger;
	accounts: Accounts;
	/** How many additions are in flight at once. */
	throttle: Throttle;
	/** Whether an AI agent calls. */
	isTool: boolean;
	/** Of a sheet that is mapped automatically: what was read from which column, and the item of the first row. */
	columns?: { told: string; firstItem?: number };
}

export const isCancelled = ({ context }: AddRun): boolean =>
	context.getExecutionCancelSignal()?.aborted ?? false;

/** Whether this runs in a sub-workflow, which has an execution of its own (n8n.md E17). */
export const isCalled = ({ context }: AddRun): boolean => context.getMode() === 'integrated';

/** Whether one failed row stops the rest (On Error: Stop Workflow). */
export const stopsAtFirst = ({ context }: AddRun): boolean => !context.continueOnFail();

/**
 * How rows are named, what keeps a row from being sent, and what is said of it. There are four: `key`, `batch`, `recent` and
 * `off`, each in its file of protection/. Nobody else asks which one it is.
 */
export interface Protection {
	/** What a retry may not change: it would not find the rows that were sent under other names. */
	naming: string;
	/**
	 * Whether its names hold for good, in any execution, because the user has given them. Else the execution has to know what it
	 * has sent, and an equal row may be the same one.
	 */
	isForGood: boolean;
	/** The name of the batch, as the user wrote it. */
	batch?: string;
	/** What a sheet has to have that is mapped automatically. */
	sheet: SheetKind;
	/** Refuses a run in which the names would not hold. @throws InputError; nothing was sent then */
	check?: (context: IExecuteFunctions, run: RunKind) => void;
	/** Reads the key of a row, where rows have one. The function throws InputError. */
	keyReader?: (context: IExecuteFunctions) => (itemIndex: number, given: unknown) => string;
	/** Whether an entry has a name as this protection gives them, with the same settings. */
	hasNamed: (entry: Entry) => boolean;
	/** Names the planned rows. @throws LedgerError */
	name: (run: AddRun, rows: Row[]) => Promise<Naming>;
	/** Whether names depend on the entries of other rows, so that all are given again once an open row was never done. */
	areNamesShared?: true;
	/** What refuses a row that is claimed. @param isIgnored whether an entry is this execution's, or another GMC's */
	neighbours?: (isIgnored: (entry: Entry) => boolean) => Neighbours;
	/** Whether GMC's list has to be read before rows are sent. */
	needsList: boolean;
	/** What of that list keeps rows from being sent. @throws LedgerError */
	compare?: (
		run: AddRun,
		rows: Array<RowIn<'planned'>>,
		list: WholeList,
	) => Promise<Map<Row, RowVerdict>>;
	words: Words;
}

/** In which a protection has to hold. */
export interface RunKind {
	isTool: boolean;
	isSheet: boolean;
	/** Whether the node has run before in this execution. */
	isLaterPass: boolean;
}

/** What is known once rows are named. */
export interface Naming {
	/** The entries that have these names. */
	entries: Entry[];
	/** Of rows that get no name. */
	verdicts: Map<Row, RowVerdict>;
	/** Entries by which other rows are named: GMC is asked about them first. */
	inDoubt?: Entry[];
}

/** How the texts differ. */
export interface Words {
	/** An entry of the row's name is open. */
	open: (run: AddRun, row: Row, entry: Entry) => InputError;
	/** The name of the row was used for something else. */
	reused: (run: AddRun, row: UndecidedRow, entry: Entry) => InputError;
	/** What to do about a row that may have been paid. @param after when its hold ends */
	cure: (run: AddRun, after: string, candidates: string[]) => string;
	/** What running the rows again does. */
	again: (run: AddRun) => string;
	/** From when on a second click pays again what was paid at this time. */
	ends?: (context: IExecuteFunctions, since: number) => string;
	/** What to do where rows add up to more than Maximum Total. */
	aboveTotal: string;
	/** What an execution that n8n has ended has paid: a row, several, and what to do. */
	ended: { one: string; many: string; advice?: string };
}
