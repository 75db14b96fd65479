import type { IExecuteFunctions } from 'n8n-workflow';
import type { WholeList } from '../../../api/wholeList';
import { certainTimeOf, recentEquals } from '../../../core/additions/recent';
import { showHint } from '../../../shared/hints';
import { momentIn } from '../../../shared/moment';
import { suspectedDuplicate } from './duplicateProblems';
import { issuedByOthers } from './issuedHere';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Under `recent`: rejects each row that equals an addition of the last 15 minutes which is not this execution's.
 * What the list does not show, or not so that it can be read, is not checked, and a hint says so.
 */
export function rejectRecent(run: AddRun, rows: Row[], list: WholeList): void {
	const { context, client, account, ledger } = run;
	const planned = rows.filter(isIn('planned'));
	const clock = {
		now: Date.now() + (client.transport.clock.offset ?? 0),
		timeZone: context.getTimezone(),
	};
	const own = new Set([...ledger.claims, ...issuedByOthers(context, account)]);
	const rules = { own, clock };
	const equals = recentEquals(planned.map(chargeOf), list.additions, rules);
	const unread = new Set<string | undefined>();
	for (const [position, row] of planned.entries()) {
		const [addition] = equals[position].equal;
		if (addition === undefined) {
			unread.add(equals[position].doubtful?._id);
			continue;
		}
		const madeAt = certainTimeOf(addition, clock.timeZone);
		rejectDuplicate(context, row, { additionId: addition._id, madeAt });
	}
	unread.delete(undefined);
	if (unread.size > 0) {
		const [id] = [...unread] as string[];
		showHint(context, 'warning', ({ duplicates }) => duplicates.notAllRead({ id }));
	}
	if (list.isWhole) return;
	showHint(context, 'warning', ({ duplicates }) => duplicates.notAllCompared);
}

/** The row looks like what was paid already. @param paid `madeAt` in epoch milliseconds, where it can be read */
export function rejectDuplicate(
	context: IExecuteFunctions,
	row: RowIn<'planned'>,
	{ additionId, madeAt }: { additionId: string; madeAt?: number },
): void {
	const at = madeAt === undefined ? undefined : momentIn(context, madeAt);
	row.reject(suspectedDuplicate({ additionId, at }, chargeOf(row), row.state.plan.customerName));
}

/** Under `recent`, where it is not known what else a customer may be called. */
export function hintAtUnidentified({ context }: AddRun): void {
	showHint(context, 'warning', ({ duplicates }) => duplicates.notAllIdentified);
}
