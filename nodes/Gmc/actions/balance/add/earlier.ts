import type { AdditionItem } from '../../../core/additions/item';
import { standingItems, timesOf } from '../../../core/additions/recent';
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
	const items = standingItems(additions);
	const equalTo = (row: PaidRow) => items.equal(chargeOf(row));
	const lists = [...new Set(rows.flatMap(equalTo))];
	const made = new Set(rows.filter(isIn('issued')).map(({ state }) => state.addition._id));
	const listed = new Set(lists.flat().map(({ addition }) => addition._id));
	const others = [...listed].filter((id) => !made.has(id));
	if (others.length === 0) return;
	const owners = await ledger.read({ do: 'readOwners', additionIds: others });
	const known = new Set([...made, ...owners.map(({ additionId }) => additionId)]);
	// Rows of one charge share their lists.
	const unknown = new Map(
		lists.map((list) => [list, list.filter(({ addition }) => !known.has(addition._id))]),
	);
	const unknownTo = (row: PaidRow) => equalTo(row).flatMap((list) => unknown.get(list) ?? []);
	const earlier = rows.filter((row) => equalTo(row).some((list) => unknown.get(list)!.length > 0));
	if (earlier.length === 0) return;
	const more = earlier.length - MAX_NAMED;
	const shown = earlier.slice(0, MAX_NAMED).map((row) => shownRow(run, row, unknownTo(row)));
	const named = list([...shown, ...(more > 0 ? [`${more} more`] : [])]);
	const isOver = settings.dryRun ? 'are not sent yet' : 'were sent all the same';
	showHint(
		context,
		'warning',
		`This workflow has not paid with this ledger before, and GMC made equal top-ups in the last ${KEPT_DAYS} days that it does not know: ${named}. If another ledger has paid these rows, they ${settings.dryRun ? 'would be' : 'are'} paid twice. They ${isOver}`,
	);
}

/** Such as `row 3 (Ana Souza, 10.00 BRL: 2026-11-02)`. */
function shownRow({ context }: AddRun, row: PaidRow, unknown: AdditionItem[]): string {
	const { amount, currency } = row.state.plan.request;
	const timeZone = context.getTimezone();
	const days = unknown.map(({ addition }) => {
		const [time] = timesOf(addition, timeZone);
		return time === undefined ? 'at an unknown time' : dayIn(time, timeZone);
	});
	const { customerName = row.state.plan.reference.value } = row.customer ?? {};
	return `row ${row.itemIndex + 1} (${customerName}, ${money(amount, currency)}: ${list([...new Set(days)])})`;
}
