import { sleep } from 'n8n-workflow';
import type { Verdicts } from '../../../../core/ledger/claim';
import type { Entry } from '../../../../core/ledger/entry';
import { delays } from '../../../../core/pace/delays';
import { applyVerdicts } from './applyVerdicts';
import { hintAtLedger, hintUnlessAbsent } from '../hints';
import { identifyAnew } from '../checks/identifyCustomers';
import type { Row } from '../rows/row';
import { isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import { isCancelled } from '../run/run';

const inDoubt = (rows: Row[]) => rows.filter(isIn('inDoubt'));

/**
 * Finds out what became of rows in doubt, of this execution and of others. The list is looked at once for others', and
 * several times with growing delays for what this run has lost the answer of, since an addition may show up late.
 *
 * @param rows in doubt
 * @param all rows of the sheet; equal ones that are claimed and not sent would count as rivals
 */
export async function resolveRows(run: AddRun, rows: Row[], all: Row[]): Promise<void> {
	const { ledger, context } = run;
	if (rows.length === 0) return;
	await releaseUnsent(run, all);
	await ledger.fates
		.publish(rows)
		.catch((error: unknown) => hintUnlessAbsent(context, 'writingDown', error));
	try {
		// GMC lists additions under what customers are called now.
		await identifyAnew(run, rows);
		await applyVerdicts(run, await ledger.resolve(inDoubt(rows)));
		const lost = () => inDoubt(rows).filter(({ isSent }) => isSent);
		for (const delay of delays.reconcileDelaysMs) {
			if (lost().length === 0 || isCancelled(run)) break;
			await sleep(delay);
			await applyVerdicts(run, await ledger.resolve(lost()));
		}
	} catch (error) {
		// What is in doubt stays so; a later run asks again.
		hintAtLedger(context, 'resolving', error);
	}
	// What the list has shown to be issued was written down with that.
	for (const row of rows.filter(isIn('rejected'))) ledger.fates.settleSoon(row);
}

/**
 * Finds out what became of entries of other executions. GMC lists additions under what customers are called now; of whom
 * that is not known, nothing is concluded.
 *
 * @returns what is `free` was never done, and is written down so; what stays open is missing, or `inDoubt`
 * @throws LedgerError
 */
export async function resolveOthers(
	{ ledger, client }: AddRun,
	entries: Entry[],
): Promise<Verdicts> {
	const directory = await client.renewedCustomers().catch(() => undefined);
	const known = entries.flatMap((entry) => {
		const { identifiers } = entry.charge;
		const names = identifiers.map((value) => directory?.namesOf(value) ?? []);
		// Nobody can ask for a row that people have written by its name.
		if (entry.ref === '' || names.every(({ length }) => length <= 1)) return [];
		const all = [...new Set([...identifiers, ...names.flat()])];
		return [{ ...entry, charge: { ...entry.charge, identifiers: all } }];
	});
	return known.length > 0 ? await ledger.resolveOthers(known) : new Map();
}

/** Names that were claimed for rows that are not sent now are free again. */
export async function releaseUnsent({ ledger }: AddRun, rows: Row[]): Promise<void> {
	const unsent = rows
		.filter(isIn('planned', 'skipped', 'rejected', 'notAttempted'))
		.filter(({ claimed, isSent }) => claimed && !isSent);
	// What cannot be given back is held for a while, like after a crash.
	if (unsent.length > 0) await ledger.release(unsent).catch(() => {});
}
