import { InputError } from '../../../../core/util/inputError';
import { LedgerError } from '../../../../ledger/ledgerError';
import { applyVerdicts } from '../names/applyVerdicts';
import type { Row, RowIn } from '../rows/row';
import { isIn } from '../rows/row';
import type { AddRun } from '../run/run';

/**
 * Claims the names of rows. What is claimed and not sent is given back by `releaseUnsent`.
 *
 * @returns the rows that may be sent; where the ledger fails, none, and each says why
 */
export async function claimRows(run: AddRun, rows: Row[]): Promise<Array<RowIn<'planned'>>> {
	const { ledger } = run;
	const fresh = rows.filter(({ claimed }) => !claimed);
	try {
		if (fresh.length > 0) await applyVerdicts(run, await ledger.claimAll(fresh));
	} catch (error) {
		const reason = error instanceof LedgerError ? error : ledgerFailed();
		for (const row of fresh.filter(isIn('planned'))) row.withhold(reason);
	}
	for (const row of rows.filter(isIn('planned'))) {
		// Written and not seen: somebody has changed the table in between.
		if (!row.claimed) row.withhold(ledgerFailed());
	}
	return rows.filter(isIn('planned'));
}

/** In a way that nobody has foreseen. */
export const ledgerFailed = (): InputError =>
	new InputError(
		({ keys }) => keys.ledgerFailed,
		({ keys }) => keys.ledgerAdvice.other,
	);
