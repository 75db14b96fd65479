import type { Entry, Verdict } from '../../../core/ledger/entry';
import { settledAtOf } from '../../../core/ledger/neighbours';
import { MAX_JUDGEMENTS, recheck } from './correctEntries';
import type { Fate, Known } from './fate';
import { fateOf } from './fate';
import type { Row, UndecidedRow } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import type { RowVerdict } from './verdict';

/**
 * Changes the state of rows by the verdicts of the ledger. Rows that are `claimed` or `free` may be sent. The entries that
 * stop rows are rechecked before; where one has changed, the rows are judged again.
 *
 * @throws LedgerError
 */
export async function decide(
	run: AddRun,
	verdicts: Map<Row, Verdict>,
	judgeAgain = async (rows: Row[]) => await run.ledger.lookUp(rows),
): Promise<void> {
	for (let round = 1; ; round++) {
		const stopped = [...verdicts].filter(([, verdict]) => entriesIn(verdict).length > 0);
		// Rows of one charge share theirs.
		const lists = new Set(stopped.map(([, verdict]) => entriesIn(verdict)));
		const entries = [...new Set([...lists].flat())];
		const { isChanged, additions } = await recheck(run, entries);
		if (!isChanged) return apply(run, verdicts, additions);
		const rows = stopped.map(([row]) => row);
		const again = round < MAX_JUDGEMENTS ? await judgeAgain(rows) : undefined;
		for (const row of rows) {
			const verdict: Verdict | undefined = again ? again.get(row) : { is: 'busy' };
			if (verdict === undefined) verdicts.delete(row);
			else verdicts.set(row, verdict);
		}
	}
}

/** The entries that stop a row, or would if their addition had not failed. Open ones of its own name are resolved later. */
function entriesIn(verdict: Verdict): Entry[] {
	if (verdict.is === 'paid') {
		const { entry, additionId } = verdict;
		return [{ ...entry, outcome: 'issued', additionId: additionId || undefined }];
	}
	if (verdict.is === 'reused' || verdict.is === 'foreign') return [verdict.entry];
	if (verdict.is === 'duplicate') return verdict.entries;
	return verdict.is === 'free' ? verdict.failed : [];
}

/** Changes the state of rows by what was found out about them. @param additions that verdicts name, as GMC shows them */
export function apply(
	run: AddRun,
	verdicts: ReadonlyMap<Row, RowVerdict>,
	additions: Known['additions'] = new Map(),
): void {
	const computed = new Map<Entry[], unknown>();
	const once = <T>(entries: Entry[], compute: () => T): T => {
		if (!computed.has(entries)) computed.set(entries, compute());
		return computed.get(entries) as T;
	};
	for (const [row, verdict] of verdicts) {
		if (!isIn('planned', 'unknown')(row)) continue;
		const fate = fateOf(run, row, verdict, { additions, once });
		if (fate !== undefined) become(run, row, fate);
	}
}

/** The same verdict for all planned rows. */
export const applyToPlanned = (run: AddRun, rows: Row[], verdict: RowVerdict): void =>
	apply(run, new Map(rows.filter(isIn('planned')).map((row) => [row, verdict])));

function become({ ledger }: AddRun, row: UndecidedRow, fate: Fate): void {
	if ('entry' in fate && fate.entry) {
		ledger.known.add(fate.addition._id);
		row.knownSince = settledAtOf(fate.entry);
		row.namePaid(fate.entry);
	}
	if ('paidBy' in fate) row.paidBy = fate.paidBy;
	if (fate.to === 'issued') return row.issue(fate.addition, fate.provenance);
	if (fate.to === 'skipped') return row.skip(fate.addition);
	if (fate.to === 'rejected') return row.reject(fate.why);
	if (isIn('unknown')(row)) {
		if (fate.to === 'candidates') return row.setCandidates(fate.candidates);
		row.replan();
	}
	if (!isIn('planned')(row)) return;
	if (fate.to === 'unknown') row.leaveUnknown(fate.why, fate.known);
	else if (fate.to === 'notAttempted') row.notAttempt(fate.why);
}
