import type { IExecuteFunctions } from 'n8n-workflow';
import type { Message, Texts } from '../../../core/texts/message';
import { LedgerError } from '../../../ledger/ledgerError';
import { toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { isIn } from './row';
import type { AddRun } from './run';

type Undone = keyof Texts['keys']['undone'];

/** What could not be asked of the ledger of keys, or written down in it. */
export function hintAtKeyLedger(context: IExecuteFunctions, undone: Undone, error: unknown): void {
	show(context, ({ keys }) => keys.undone[undone], error);
}

/** The same for rows without a key: an n8n without Data Tables has nothing to tell, and that is no fault of theirs. */
export function hintUnlessAbsent(context: IExecuteFunctions, undone: Undone, error: unknown): void {
	const isAbsent = error instanceof LedgerError && error.isAbsent;
	if (!isAbsent) hintAtKeyLedger(context, undone, error);
}

/** Of which rows the ledger does not know what became of them, and what that means. */
export function hintAtUnwritten({ context, keys, settings }: AddRun): void {
	const rows = [...(keys?.unwritten ?? [])];
	if (keys?.failure === undefined || rows.length === 0) return;
	const issued = rows.filter(isIn('issued')).length;
	const told = { issued, others: rows.length - issued, table: settings.ledgerTable };
	show(context, (texts) => texts.keys.unwritten(told), keys.failure);
}

function show(context: IExecuteFunctions, happened: Message, error: unknown): void {
	const { message, description } = toRunProblem(error);
	showHint(context, 'warning', (texts) => {
		const all = [happened, message, description].map((part) => part?.(texts) ?? '');
		return all
			.filter(Boolean)
			.map((part) => part.replace(/\.?$/, '.'))
			.join(' ');
	});
}
