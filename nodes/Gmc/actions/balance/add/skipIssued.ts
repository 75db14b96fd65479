import type { Addition } from '../../../api/schemas';
import type { WholeList } from '../../../api/wholeList';
import { sameCharge } from '../../../core/additions/charge';
import { claimMatches, idsWithAmounts } from '../../../core/additions/matching';
import type { Message } from '../../../core/texts/message';
import { InputError } from '../../../core/util/inputError';
import { readTimestamp } from '../../../core/util/time';
import { recordSkip } from './record';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Under `history`: gives each row an addition of its own that the list has already.
 *
 * @throws InputError when the list did not come whole
 */
export async function skipIssued(run: AddRun, rows: Row[], list: WholeList): Promise<void> {
	const { context, ledger, settings } = run;
	if (!list.isWhole) {
		throw new InputError(
			"GMC's list of additions comes cut, so Duplicate Protection cannot tell what was issued",
			'A single day holds more additions than GMC lists. Compare the sheet with GMC by hand, and send what is missing with Duplicate Protection off.',
		);
	}
	const timeZone = context.getTimezone();
	// An addition without a readable time counts: to skip a row too many shows, to pay twice does not.
	const recent = list.additions.filter(
		({ createdAt }) =>
			(readTimestamp(createdAt, timeZone) ?? Infinity) >= wholeSecond(settings.duplicatesSince),
	);
	withholdUnidentified(rows);
	const planned = rows.filter(isIn('planned'));
	const charges = planned.map(chargeOf);
	// What a key has paid with is that key's, however equal another row is.
	const owned = (await run.keys?.ownedOf(idsWithAmounts(charges, recent))) ?? [];
	const matches = claimMatches(charges, recent, new Set([...ledger.claims, ...owned]));
	const inDoubt = rows.filter(isIn('inDoubt')).map(chargeOf);
	for (const [position, row] of planned.entries()) {
		const match = matches[position];
		if (match === undefined) continue;
		if (inDoubt.some((charge) => sameCharge(charge, charges[position]))) {
			row.withhold(additionInDoubt());
		} else if ('doubtful' in match) row.withhold(unreadableAddition(match.doubtful));
		else recordSkip(run, row, match.item);
	}
}

/** Whose additions in the list cannot be told apart from those of others is held back. */
function withholdUnidentified(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const { customerProblem } = row.state.plan;
		if (customerProblem !== undefined) row.withhold(unidentifiedCustomer(customerProblem));
	}
}

function unidentifiedCustomer(problem: Message): InputError {
	return new InputError(
		(texts) => `Duplicate Protection cannot tell what this customer was issued: ${problem(texts)}`,
		'Correct the customer. To send without this check, set Options → Duplicate Protection to Off.',
	);
}

function unreadableAddition({ _id }: Addition): InputError {
	return new InputError(
		`GMC lists the addition ${_id}, which may be this row and cannot be read, so Duplicate Protection cannot tell whether the row was issued`,
		'Look at it with Balance → Get. If it is another one, send this row with Options → Duplicate Protection set to Off.',
	);
}

function additionInDoubt(): InputError {
	return new InputError(
		'GMC lists an addition like this row, which may be that of an equal row in doubt',
		'Run the workflow again: once the row in doubt is settled, this one is.',
	);
}

/** A service that tells seconds only would else place an addition just before the time it was made at. */
const wholeSecond = (millis: number) => Math.floor(millis / 1000) * 1000;
