import type { Addition } from '../../../../api/schemas';
import { GmcRequestError, unreadableFailure } from '../../../../core/service/failure';
import { issuedHere } from '../checks/issuedHere';
import type { RowIn } from '../rows/row';
import type { AddRun } from '../run/run';

const MISMATCHED = {
	notAskedFor: ({ id }: { id: string }) =>
		`GMC answered with an addition that was not asked for (${id})`,
	madeBefore: ({ id }: { id: string }) =>
		`GMC answered with an addition that it had made before (${id})`,
	ofAnotherKey: ({ id }: { id: string }) =>
		`GMC answered with an addition that another row of the ledger has (${id})`,
};

/**
 * Writes down all that has become of rows. A row whose addition turned out to be another's is in doubt.
 *
 * @returns whether there was none
 */
export async function settleFates(run: AddRun): Promise<boolean> {
	const contested = await run.ledger.fates.settleAll();
	for (const row of contested) letGo(run, row);
	return contested.length === 0;
}

/** The answer is as good as lost. */
function letGo({ context, ledger }: AddRun, row: RowIn<'issued'>): void {
	const { addition } = row.state;
	const here = issuedHere(context, ledger.account);
	const at = here.lastIndexOf(addition._id);
	// Not there: an earlier try has issued it.
	if (at >= 0) here.splice(at, 1);
	row.contest(row.claimed?.askedAt ?? Date.now(), mismatchedAnswer('ofAnotherKey', addition));
	ledger.fates.remember(row);
}

/** An answer with an addition that cannot be this row's; as good as lost. @param which what it names instead */
export function mismatchedAnswer(
	which: keyof typeof MISMATCHED,
	{ _id: id }: Addition,
): GmcRequestError {
	const said: string = MISMATCHED[which]({ id });
	return new GmcRequestError('issueAddition', unreadableFailure(201, said));
}
