import type { Entry } from '../../../core/ledger/entry';
import { settledAtOf } from '../../../core/ledger/neighbours';
import { mapItems } from '../../../shared/eventLoop';
import { MAX_JUDGEMENTS, recheck } from './correctEntries';
import type { Fate, Known } from './fate';
import { fateOf } from './fate';
import type { Row, UndecidedRow } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import type { RowVerdict } from './verdict';

export interface Found {
	verdicts: Map<Row, RowVerdict>;
	/** Entries that count for verdicts besides those that verdicts name. */
	inDoubt?: Entry[];
}

/**
 * Finds out about rows, and then changes their state. GMC is asked about the entries that stop rows before; where one has
 * changed, it is found out again. Rows that are `claimed` or `free` may be sent.
 *
 * @param find of these rows, or more
 * @param findAgain the same of those that are stopped
 * @throws LedgerError
 */
export async function decide(
	run: AddRun,
	rows: Row[],
	find: (rows: Row[]) => Promise<Found>,
	findAgain = find,
): Promise<void> {
	const { verdicts, inDoubt = [] } = await find(rows);
	for (let doubts = inDoubt, round = 1; ; round++) {
		const stopped = [...verdicts].filter(([, verdict]) => entriesIn(verdict).length > 0);
		// Rows of one charge share theirs.
		const lists = new Set([doubts, ...stopped.map(([, verdict]) => entriesIn(verdict))]);
		const { isChanged, additions } = await recheck(run, [...new Set([...lists].flat())]);
		if (!isChanged) return await apply(run, verdicts, additions);
		const mayAsk = round < MAX_JUDGEMENTS;
		const again = mayAsk ? await findAgain(stopped.map(([row]) => row)) : undefined;
		for (const [row] of stopped) {
			if (again) verdicts.delete(row);
			else verdicts.set(row, { is: 'busy' });
		}
		for (const [row, verdict] of again?.verdicts ?? []) verdicts.set(row, verdict);
		doubts = again?.inDoubt ?? [];
	}
}

/** The entries that stop a row, or would if their addition had not failed. Open ones of its own name are resolved later. */
function entriesIn(verdict: RowVerdict): Entry[] {
	if (verdict.is === 'paid') {
		const { entry, additionId } = verdict;
		return [{ ...entry, outcome: 'issued', additionId: additionId || undefined }];
	}
	if (verdict.is === 'reused' || verdict.is === 'foreign') return [verdict.entry];
	if (verdict.is === 'duplicate') return verdict.entries;
	return verdict.is === 'free' ? verdict.failed : [];
}

/** Changes the state of rows by what was found out about them. @param additions that verdicts name, as GMC shows them */
export async function apply(
	run: AddRun,
	verdicts: ReadonlyMap<Row, RowVerdict>,
	additions: Known['additions'] = new Map(),
): Promise<void> {
	const computed = new Map<Entry[], unknown>();
	const once = <T>(entries: Entry[], compute: () => T): T => {
		if (!computed.has(entries)) computed.set(entries, compute());
		return computed.get(entries) as T;
	};
	const all = [...verdicts];
	await mapItems(all.length, (at) => {
		const [row, verdict] = all[at];
		if (!isIn('planned', 'unknown')(row)) return;
		const fate = fateOf(run, row, verdict, { additions, once });
		if (fate !== undefined) become(run, row, fate);
	});
}

/** The same verdict for all planned rows. */
export const applyToPlanned = async (
	run: AddRun,
	rows: Row[],
	verdict: RowVerdict,
): Promise<void> =>
	await apply(run, new Map(rows.filter(isIn('planned')).map((row) => [row, verdict])));

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
