import { equalsAmong, timesOf } from '../../../core/additions/recent';
import type { Addition } from '../../../core/service/record';
import { list, money } from '../../../core/texts/words';
import { DAY_MS, dayIn } from '../../../core/time/time';
import { KEPT_DAYS } from '../../../ledger/oldRows';
import { showHint } from '../../../shared/context';
import { listRecent } from '../namedAdditions';
import { hintAtFailure } from './report';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/** So many rows are named. */
const MAX_NAMED = 20;

type PaidRow = RowIn<'planned' | 'issued'>;

/**
 * On the workflow's first use of a ledger, names the rows that equal top-ups of GMC which that ledger does not know: the
 * ledger that paid them may be on another server, in another project, or in a backup. What this run has made, the ledger
 * knows by now. Nothing is refused, because equal top-ups may be separate ones.
 */
export async function hintAtEarlier(run: AddRun, rows: Row[]): Promise<void> {
	if (!run.ledger.settings.isFirstUse()) return;
	const paid = rows.filter(isIn('planned', 'issued'));
	if (paid.length === 0) return;
	try {
		await nameEarlier(run, paid);
	} catch (error) {
		const happened = 'These rows were not compared with the top-ups that GMC made earlier';
		hintAtFailure(run.context, happened, error);
	}
}

async function nameEarlier(run: AddRun, rows: PaidRow[]): Promise<void> {
	const { context, ledger, settings } = run;
	const { additions } = await listRecent(run, Date.now() - KEPT_DAYS * DAY_MS);
	const equals = equalsAmong(rows.map(chargeOf), additions);
	const ids = [...new Set(equals.flatMap(({ equal }) => equal.map(({ _id }) => _id)))];
	if (ids.length === 0) return;
	const owners = await ledger.read({ do: 'readOwners', additionIds: ids });
	const made = rows.filter(isIn('issued')).map(({ state }) => state.addition._id);
	const known = new Set([...made, ...owners.map(({ additionId }) => additionId)]);
	const earlier = rows.flatMap((row, at) => {
		const unknown = equals[at].equal.filter(({ _id }) => !known.has(_id));
		return unknown.length > 0 ? [nameOf(run, row, unknown)] : [];
	});
	if (earlier.length === 0) return;
	const more = earlier.length - MAX_NAMED;
	const named = list([...earlier.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])]);
	const isOver = settings.dryRun ? 'are not sent yet' : 'were sent all the same';
	showHint(
		context,
		'warning',
		`This workflow has not paid with this ledger before, and GMC made equal top-ups in the last ${KEPT_DAYS} days that it does not know: ${named}. If another ledger has paid these rows, they ${settings.dryRun ? 'would be' : 'are'} paid twice. They ${isOver}`,
	);
}

function nameOf({ context }: AddRun, row: PaidRow, unknown: Addition[]): string {
	const { amount, currency } = row.state.plan.request;
	const timeZone = context.getTimezone();
	const days = unknown.map((one) => {
		const [time] = timesOf(one, timeZone);
		return time === undefined ? 'at an unknown time' : dayIn(time, timeZone);
	});
	const { customerName = row.state.plan.reference.value } = row.customer ?? {};
	return `row ${row.itemIndex + 1} (${customerName}, ${money(amount, currency)}: ${list([...new Set(days)])})`;
}
