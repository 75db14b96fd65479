import type { IExecuteFunctions } from 'n8n-workflow';
import { KeyLedgerError } from '../../../keys/keyLedgerError';
import { toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';

/** What could not be asked of the ledger of keys, or written down in it. */
export function hintAtKeyLedger(context: IExecuteFunctions, error: unknown): void {
	const { message, description } = toRunProblem(error);
	showHint(context, 'warning', (texts) =>
		[message(texts), description?.(texts)].filter(Boolean).join(' '),
	);
}

/** The same for rows without a key: an n8n without Data Tables has nothing to tell, and that is no fault of theirs. */
export function hintUnlessAbsent(context: IExecuteFunctions, error: unknown): void {
	if (!(error instanceof KeyLedgerError && error.isAbsent)) hintAtKeyLedger(context, error);
}
