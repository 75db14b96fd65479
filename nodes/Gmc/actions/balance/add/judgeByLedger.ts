import type { Entry } from '../../../core/ledger/entry';
import { nameOf, stands } from '../../../core/ledger/entry';
import { groupBy } from '../../../core/util/groupBy';
import type { Found } from './decide';
import { KEPT_MS } from './execution';
import { isApart } from './leftOpen';
import { protectionChanged } from './ownProblems';
import type { Row } from './row';
import { chargeRefIn, isIn } from './row';
import type { AddRun } from './run';
import type { RowVerdict } from './verdict';

/**
 * Gives each planned row its name in the ledger, by the protection of the run, and judges it by the entries of that name.
 *
 * @throws LedgerError
 */
export async function judgeByLedger(run: AddRun, rows: Row[]): Promise<Found> {
	await refuseOtherNaming(run);
	const { entries, verdicts: unnamed, inDoubt } = await run.protection.name(run, rows);
	const isLost = run.execution.memoryLost !== undefined;
	const maybe = isLost ? await maybeOwn(run, rows, entries) : [];
	const judged = await run.ledger.judge(rows, entries);
	return { verdicts: new Map<Row, RowVerdict>([...judged, ...maybe, ...unnamed]), inDoubt };
}

/** Another retry of this execution may have sent rows under another protection. @throws InputError */
async function refuseOtherNaming({ ledger, execution, protection }: AddRun): Promise<void> {
	if (execution.hasBegun || !execution.mayHaveBegun) return;
	const { hasNamed } = protection;
	const entries = await ledger.read({ do: 'read', by: 'execution', values: [execution.refOf()] });
	const isOther = (entry: Entry) => stands(entry) && !hasNamed(entry);
	if (entries.some(isOther)) throw protectionChanged();
}

/**
 * A retry that does not know of this node may follow a crash. What this workflow has sent may be its own, or that of the
 * node whose fallback it is (n8n.md E6). What has a name for good, as the row does, is known by it.
 *
 * @param known entries of this execution or of the rows' names, which tell what became of their rows
 */
async function maybeOwn(run: AddRun, rows: Row[], known: Entry[]): Promise<Map<Row, RowVerdict>> {
	const { ledger, execution } = run;
	const told = new Set(known.filter(stands).map(nameOf));
	const planned = rows
		.filter(isIn('planned'))
		.filter(({ ledgerName }) => ledgerName === undefined || !told.has(nameOf(ledgerName)));
	const chargeRefs = [...new Set(planned.map((row) => chargeRefIn(row)))];
	if (chargeRefs.length === 0) return new Map();
	const entries = (await ledger.read({ do: 'read', by: 'chargeRef', values: chargeRefs })).filter(
		(entry) =>
			stands(entry) &&
			!isApart(run, entry) &&
			entry.askedAt > Date.now() - KEPT_MS &&
			execution.isOfOther(entry),
	);
	const equalTo = groupBy(entries, ({ chargeRef }) => chargeRef);
	return new Map(
		planned.flatMap((row): Array<[Row, RowVerdict]> => {
			const [entry] = equalTo(chargeRefIn(row));
			return entry ? [[row, { is: 'maybeOwn', entry }]] : [];
		}),
	);
}
