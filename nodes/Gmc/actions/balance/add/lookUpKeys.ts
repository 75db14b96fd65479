import type { Addition } from '../../../api/schemas';
import type { Charge } from '../../../core/additions/charge';
import { checkKeys } from '../../../core/ledger/sheet';
import type { Verdict } from '../../../core/ledger/entry';
import { hasFailed, readItems } from '../../../core/additions/item';
import { toRowProblem } from '../../../shared/errors';
import { momentIn } from '../../../shared/moment';
import { entryOfOtherRun } from './entryOfOtherRun';
import {
	contradictedKey,
	failedUnderKey,
	heldByTwin,
	keysDifferInZeros,
	keyInUse,
	missingKey,
	reusedKey,
	unreadableEntry,
} from './keyProblems';
import { paidAdditions } from './paidAdditions';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { recordAddition } from './record';

type OpenRow = RowIn<'planned' | 'inDoubt'>;

/**
 * Checks the keys of the sheet against each other, and asks the ledger what they have paid already.
 *
 * @throws LedgerError when the ledger cannot be used
 */
export async function lookUpKeys(run: AddRun, rows: Row[]): Promise<void> {
	const { keys } = run;
	if (keys === undefined) return;
	for (const [row, first] of checkSheetKeys(rows)) keys.twins.set(row, first);
	const keyed = rows.filter(isIn('planned')).filter((row) => !keys.twins.has(row));
	await applyKeyVerdicts(run, await keys.lookUp(keyed));
}

/**
 * Checks the keys of the sheet against each other; what an earlier try has done counts as well.
 *
 * @returns the rows that are the same as an earlier one
 */
function checkSheetKeys(rows: Row[]): Map<Row, Row> {
	const sound = rows.filter(isIn('planned', 'issued', 'skipped'));
	const checks = checkKeys(sound.map((row) => ({ key: row.key, charge: askedOf(row) })));
	const twins = new Map<Row, Row>();
	for (const [position, row] of sound.entries()) {
		const check = checks[position];
		if (!isIn('planned')(row)) continue;
		if (check === 'missing') row.reject(missingKey());
		else if (check === 'contradicted') row.reject(contradictedKey(row.key));
		else if (check === 'fine') continue;
		else if ('sameAs' in check) twins.set(row, sound[check.sameAs]);
		else row.reject(keysDifferInZeros(check.differsInZeros));
	}
	return twins;
}

/** A row that is done knows its customer by the identifier that it was asked for with. */
function askedOf(row: Row): Charge {
	if (isIn('planned')(row)) return chargeOf(row);
	const { customerIdentifier, amount, currency } = row.request!;
	return { identifiers: [customerIdentifier], amount, currency };
}

/** Once the run is over: rows that are the same as another one come out with what became of that. */
export function endTwins(twins: Map<Row, Row>): void {
	for (const [row, first] of twins) {
		if (!isIn('planned')(row)) continue;
		if (isIn('issued', 'skipped')(first))
			row.skip(undefined, first.state.addition, { byKey: true });
		else row.withhold(heldByTwin(first.itemIndex + 1));
	}
}

/** Lets rows know what the ledger of keys has said of them. `mine` and `free` stay as they are. */
export async function applyKeyVerdicts(run: AddRun, verdicts: Map<Row, Verdict>): Promise<void> {
	const additions = await paidAdditions(run, [...verdicts.values()]);
	const { ledgerTable } = run.settings;
	for (const [row, verdict] of verdicts) {
		// What one key has paid with is no answer to another one's request.
		if (verdict.is === 'paid') run.ledger.see([verdict.additionId]);
		if (!isIn('planned', 'inDoubt')(row)) continue;
		if (verdict.is === 'paid') endPaid(run, row, verdict, additions.get(verdict.additionId));
		// What was sent is not proven undone by what the ledger has besides.
		else if (verdict.is === 'reused' && !run.keys?.sent.has(row)) {
			const { key, charge, askedAt, outcome } = verdict.row;
			const at = momentIn(run.context, askedAt);
			const used = { ...charge, key, at, isPaid: outcome === 'issued' };
			row.reject(reusedKey(row.key, used, ledgerTable));
		} else if (verdict.is === 'unreadable') {
			// What is in doubt by now stays so.
			if (isIn('planned')(row)) row.withhold(unreadableEntry(verdict.row, ledgerTable, row.key));
		} else if (verdict.is === 'inDoubt') putInDoubt(run, row, verdict);
		else if (isIn('inDoubt')(row) && !run.keys?.sent.has(row)) row.replan();
	}
}

function putInDoubt(
	{ settings: { holdMs, ledgerTable } }: AddRun,
	row: OpenRow,
	{ rows, candidates }: Extract<Verdict, { is: 'inDoubt' }>,
): void {
	if (isIn('planned')(row)) {
		const askedAt = Math.max(0, ...rows.map((one) => one.askedAt)) || Date.now();
		// As it is held, not as this run would hold it.
		const held = rows.map(({ heldUntil, askedAt: at }) => (heldUntil ?? at + holdMs) - at);
		const problem = keyInUse(row.key, Math.max(0, ...held) || holdMs, ledgerTable);
		row.doubt(entryOfOtherRun(row, askedAt), {
			...toRowProblem(problem, row.itemIndex),
			requested: true,
		});
	}
	if (candidates && isIn('inDoubt')(row)) row.suspect(candidates);
}

function endPaid(
	run: AddRun,
	row: OpenRow,
	{ additionId, row: { claim } }: Extract<Verdict, { is: 'paid' }>,
	addition: Addition = { _id: additionId },
): void {
	if (isIn('inDoubt')(row) && run.keys?.isOurs(claim)) {
		const [item] = readItems(addition);
		recordAddition(run, row, row.state.entry, { item, reconciled: true });
	} else if (hasFailed(addition)) {
		// What another run has sent under the key says nothing about what this one has.
		if (isIn('inDoubt')(row) && run.keys?.sent.has(row)) return row.suspect([additionId]);
		row.reject(failedUnderKey(row.key, additionId, run.settings.ledgerTable));
	} else row.skip(undefined, addition, { byKey: true });
}
