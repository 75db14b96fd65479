import { InputError } from '../../../core/util/inputError';
import { LedgerError } from '../../../ledger/ledgerError';
import { applyVerdicts } from './applyVerdicts';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Rows whose names are claimed in one go, at least and for each row in flight: so that the claims are there in time,
 * and do not wait long behind a slow service. At most, a part of the ledger.
 */
const CLAIMED = { least: 50, forEach: 25 };

type PlannedRow = RowIn<'planned'>;

/**
 * Gives out the rows whose names are ours, a part claimed while the one before is sent. What was claimed and not
 * taken is given back by `releaseUnsent`.
 */
export async function* claimedRows(
	run: AddRun,
	rows: Row[],
): AsyncGenerator<PlannedRow, void, undefined> {
	const left = [...rows];
	const claimNext = async () => await claimPart(run, left.splice(0, claimedAtOnce(run)));
	let ahead = claimNext();
	try {
		for (;;) {
			const given = await ahead;
			if (given.length === 0 && left.length === 0) return;
			ahead = claimNext();
			for (const row of given) {
				if (await isStillOurs(run, row)) yield row;
			}
		}
	} finally {
		await ahead;
	}
}

function claimedAtOnce({ throttle, ledger }: AddRun): number {
	return Math.min(ledger.partSize, Math.max(CLAIMED.least, CLAIMED.forEach * throttle.limit));
}

/** @returns the rows that may be sent; where the ledger fails, none, and each says why */
async function claimPart(run: AddRun, rows: Row[]): Promise<PlannedRow[]> {
	const { ledger } = run;
	const fresh = rows.filter((row) => !ledger.hasClaimed(row));
	try {
		if (fresh.length > 0) await applyVerdicts(run, await ledger.claimAll(fresh));
	} catch (error) {
		const reason = error instanceof LedgerError ? error : ledgerFailed();
		for (const row of fresh.filter(isIn('planned'))) row.withhold(reason);
	}
	for (const row of rows.filter(isIn('planned'))) {
		// Written and not seen: somebody has changed the table in between.
		if (!ledger.hasClaimed(row)) row.withhold(ledgerFailed());
	}
	return rows.filter(isIn('planned'));
}

/** In a way that nobody has foreseen. */
const ledgerFailed = (): InputError =>
	new InputError(
		({ keys }) => keys.ledgerFailed,
		({ keys }) => keys.ledgerAdvice.other,
	);

/** A claim that has waited long behind a slow service is made anew before its row is sent. */
async function isStillOurs(run: AddRun, row: PlannedRow): Promise<boolean> {
	const { ledger } = run;
	if (!ledger.isStale(row)) return true;
	await ledger.release([row]).catch(() => {});
	return (await claimPart(run, [row])).length > 0;
}
