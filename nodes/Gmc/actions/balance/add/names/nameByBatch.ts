import { hasFailed } from '../../../../core/additions/item';
import type { BatchName } from '../../../../core/ledger/batch';
import { movedCustomers, nameBatchRows } from '../../../../core/ledger/batch';
import { readBatch, update } from '../../../../core/ledger/effects';
import type { Entry } from '../../../../core/ledger/entry';
import { FAILED, isInDoubt } from '../../../../core/ledger/entry';
import { groupBy } from '../../../../core/util/groupBy';
import { batchRowRef } from '../../../../core/ledger/key';
import { rejectUnknownCustomers } from '../checks/identifyCustomers';
import { batchRowChanged, batchRowMoved, unreadableEntry } from '../rows/nameProblems';
import { additionsById } from '../../additionsById';
import { resolveOthers } from './resolveRows';
import type { Row, RowIn } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import { misnamedLast } from '../checks/verifyPayees';

type Named = BatchName & { ref: string };

/** Names the rows of a batch by their customers; see `nameBatchRows`. @throws LedgerError */
export async function nameByBatch(run: AddRun, rows: Row[], batchRef: string): Promise<void> {
	const { ledger } = run;
	rejectUnknownCustomers(rows);
	const read = async () =>
		await ledger.perform(readBatch(batchRef)).catch(async (error: unknown) => {
			// What this execution has sent itself is told all the same.
			giveNames(run, namesOf(rows, batchRef, ledger.memory.ofBatch(batchRef)), batchRef);
			return await Promise.reject<Entry[]>(error as Error);
		});
	const entries = await read();
	rejectMoved(rows, batchRef, entries);
	let names = namesOf(rows, batchRef, entries);
	if (await settleUntaken(run, names)) names = namesOf(rows, batchRef, await read());
	giveNames(run, names, batchRef);
}

function giveNames(run: AddRun, names: Map<RowIn<'planned'>, Named>, batchRef: string): void {
	for (const [row, name] of names) {
		if ('n' in name) row.ledgerName = { ...name, batchRef };
		else if ('unreadable' in name) row.withhold(unreadableEntry(run, row, name.unreadable));
		else row.reject(batchRowChanged(run, row, name.changed));
	}
}

const customerRefOf = ({ state }: RowIn<'planned'>, batchRef: string) =>
	batchRowRef(batchRef, state.plan.customerId ?? '');

function namesOf(rows: Row[], batchRef: string, entries: Entry[]): Map<RowIn<'planned'>, Named> {
	const planned = misnamedLast(rows.filter(isIn('planned')));
	const rowsOf = groupBy(planned, (row) => customerRefOf(row, batchRef));
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const names = new Map<RowIn<'planned'>, Named>();
	for (const ref of new Set(planned.map((row) => customerRefOf(row, batchRef)))) {
		const own = rowsOf(ref);
		const given = nameBatchRows(own.map(chargeOf), entriesOf(ref));
		for (const [position, row] of own.entries()) names.set(row, { ref, ...given[position] });
	}
	return names;
}

/** GMC has given the customer another `_id` since the batch paid it: whether it is the same one, a person says. */
function rejectMoved(rows: Row[], batchRef: string, entries: Entry[]): void {
	const hasMoved = movedCustomers(entries);
	for (const row of rows.filter(isIn('planned'))) {
		const { taxId = '' } = row.state.plan;
		if (hasMoved(customerRefOf(row, batchRef), taxId)) row.reject(batchRowMoved(row));
	}
}

/**
 * What stands in no row any more is looked at first: it may have failed since, or never have been done.
 *
 * @returns whether anything has changed
 */
async function settleUntaken(run: AddRun, names: Map<Row, Named>): Promise<boolean> {
	const untaken = new Set(
		[...names.values()].flatMap((name) => ('changed' in name ? name.changed : [])),
	);
	const open = [...untaken].filter(isInDoubt);
	if (open.length > 0) await resolveOthers(run, open);
	const paid = [...untaken].filter(({ outcome }) => outcome === 'issued');
	const additions = await additionsById(
		run,
		paid.map(({ additionId = '' }) => additionId),
	);
	const failed = paid.filter(({ additionId = '' }) => {
		const addition = additions.get(additionId);
		return addition !== undefined && hasFailed(addition);
	});
	if (failed.length > 0) {
		await run.ledger.perform(update(failed.map(({ id }) => ({ id, ...FAILED }))));
	}
	return open.length + failed.length > 0;
}
