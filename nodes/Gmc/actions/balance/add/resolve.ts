import { sleep } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import { hasFailed } from '../../../core/additions/item';
import type { Verdicts } from '../../../core/ledger/claim';
import { update } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { FAILED } from '../../../core/ledger/entry';
import { delays } from '../../../core/pace/delays';
import { GmcRequestError, unreadableFailure } from '../../../core/service/failure';
import { additionsById } from '../additionsById';
import { hintAtLedger } from './hints';
import { identifyAnew } from './identify';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isCancelled } from './run';
import { applyVerdicts } from './verdicts';

const inDoubt = (rows: Row[]) => rows.filter(isIn('inDoubt'));

/**
 * Finds out what became of rows in doubt, of this execution and of others. The list is looked at once for others', and
 * several times with growing delays for what this run has lost the answer of, since an addition may show up late.
 *
 * @param rows in doubt
 * @param before ids of the additions that were there before this run sent, where it has looked
 */
export async function resolveRows(
	run: AddRun,
	rows: Row[],
	before?: ReadonlySet<string>,
): Promise<void> {
	const { ledger, context } = run;
	if (rows.length === 0) return;
	try {
		// GMC lists additions under what customers are called now.
		await identifyAnew(run, rows);
		await applyVerdicts(run, await ledger.resolve(inDoubt(rows), before));
		const lost = () => inDoubt(rows).filter(({ isSent }) => isSent);
		for (const delay of delays.reconcileDelaysMs) {
			if (lost().length === 0 || isCancelled(run)) break;
			await sleep(delay);
			await applyVerdicts(run, await ledger.resolve(lost(), before));
		}
	} catch (error) {
		// What is in doubt stays so; a later run asks again.
		hintAtLedger(context, error);
	}
	// What the list has shown to be issued was written down with that.
	for (const row of rows.filter(isIn('rejected'))) ledger.settleSoon(row);
}

/**
 * Finds out what became of entries of other rows. GMC lists additions under what customers are called now; of whom
 * that is not known, nothing is concluded.
 *
 * @returns what is `free` was never done, and is written down so; what stays open is missing, or `inDoubt`
 * @throws LedgerError
 */
export async function resolveOthers(
	{ ledger, client }: AddRun,
	entries: Entry[],
): Promise<Verdicts> {
	const own = entries.filter(({ ref, isForeign }) => ref !== '' && !isForeign);
	if (own.length === 0) return new Map();
	const directory = await client.renewedCustomers().catch(() => undefined);
	const known = own.flatMap((entry) => {
		const { identifiers } = entry.charge;
		const names = identifiers.map((value) => directory?.namesOf(value) ?? []);
		if (names.every(({ length }) => length <= 1)) return [];
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

/** Writes down all that has become of rows. A row whose addition turned out to be another's is in doubt. */
export async function settleFates({ ledger }: AddRun): Promise<void> {
	const contested = await ledger.settleAll();
	for (const row of contested) {
		row.contest(row.sentAt ?? Date.now(), mismatchedAnswer('ofAnotherKey', row.state.addition));
	}
}

const MISMATCHED = {
	notAskedFor: 'GMC answered with an addition that was not asked for',
	madeBefore: 'GMC answered with an addition that it had made before',
	ofAnotherKey: 'GMC answered with an addition that another row of the ledger has',
};

/** An answer with an addition that cannot be this row's; as good as lost. @param which what it names instead */
export function mismatchedAnswer(
	which: keyof typeof MISMATCHED,
	{ _id: id }: Addition,
): GmcRequestError {
	const said = `${MISMATCHED[which]} (${id})`;
	return new GmcRequestError('issueAddition', unreadableFailure(201, said));
}

/**
 * What was issued and has failed since has moved no money; it is written down so.
 *
 * @returns whether any has failed
 * @throws GmcRequestError, LedgerError
 */
export async function freeFailed(run: AddRun, entries: Entry[]): Promise<boolean> {
	const issued = entries.filter(({ outcome }) => outcome === 'issued');
	const ids = [...new Set(issued.flatMap(({ additionId }) => additionId ?? []))];
	const additions = await additionsById(run, ids);
	const failed = issued.filter(({ additionId = '' }) => {
		const addition = additions.get(additionId);
		return addition !== undefined && hasFailed(addition);
	});
	if (failed.length > 0) {
		await run.ledger.perform(update(failed.map(({ id }) => ({ id, ...FAILED }))));
	}
	return failed.length > 0;
}
