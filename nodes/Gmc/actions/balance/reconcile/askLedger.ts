import type { IExecuteFunctions } from 'n8n-workflow';
import { perform } from '../../../core/ledger/effects';
import type { Known, Questions } from '../../../core/reconcile/known';
import { NOTHING_KNOWN, readKnown } from '../../../core/reconcile/known';
import { LedgerError } from '../../../ledger/ledgerError';
import { openTableIfThere } from '../../../ledger/openTable';
import { TableStore } from '../../../ledger/tableStore';
import { toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import type { IdentifiedRow } from './identifyRows';
import type { ReconcileSettings } from './readSheet';
import { inSentences } from '../../../core/texts/words';

/**
 * Asks the ledger what the names of the rows have paid, what else has paid in the period or is open, and who has paid
 * what is listed. Where this n8n has no Data Tables, nothing stands in one.
 *
 * @returns undefined where it cannot be asked, which is said above the output
 */
export async function askLedger(
	context: IExecuteFunctions,
	{ ledgerTable: table, isLedgerChosen }: ReconcileSettings,
	asked: Pick<Questions, 'additionIds' | 'span'> & { rows: IdentifiedRow[]; account: string },
): Promise<Known | undefined> {
	const { rows, account, additionIds, span } = asked;
	const keyRefs = [...new Set(rows.flatMap(({ key }) => key?.ref ?? []))];
	const batchRefs = [...new Set(rows.flatMap(({ batchRef }) => batchRef ?? []))];
	const list = async () => undefined;
	try {
		const store = new TableStore(context, { table, account, list, isReadOnly: true });
		const questions = { keyRefs, batchRefs, additionIds, span };
		const known = await perform(readKnown(questions), store.handle);
		const isMissed = isLedgerChosen || keyRefs.length + batchRefs.length > 0;
		if (isMissed && !(await openTableIfThere(context, table, async () => true))) {
			showHint(
				context,
				'warning',
				`This project has no ledger (Data Table "${table}"), so nothing is known of what was paid under a name. If your rows were paid with another ledger, name it in Ledger Table`,
			);
		}
		return known;
	} catch (error) {
		if (error instanceof LedgerError && error.isAbsent) return NOTHING_KNOWN;
		const { message, description } = toRunProblem(error);
		const reason = inSentences(message, description);
		showHint(
			context,
			'warning',
			`The ledger could not be asked, so every row is uncertain: another name may have paid what GMC lists. ${reason}`,
		);
		return undefined;
	}
}
