import { sleep } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import type { WholeList } from '../../../api/wholeList';
import { withTimeout } from '../../../api/withTimeout';
import type { Verdict } from '../../../core/additions/reconcile';
import { reconcile } from '../../../core/additions/reconcile';
import { delays } from '../../../core/util/delays';
import { LedgerError } from '../../../ledger/ledgerError';
import type { Owners } from './desk';
import { NO_OWNERS } from './desk';
import { identifyCustomers } from './identifyCustomers';
import { isOfOtherRun } from './entryOfOtherRun';
import { hintAtKeyLedger } from './hintAtKeyLedger';
import { listRecent } from './recentList';
import { recordAddition } from './record';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Asks the service's list what became of the rows in doubt, several times with growing delays, since an
 * addition may show up late. What a key has paid with is that key's. What cannot be told stays in doubt, with the
 * ids that might be it. Nothing is sent.
 */
export async function reconcileInDoubt(run: AddRun, rows: Row[]): Promise<void> {
	const { ledger, cancelled } = run;
	const entries = ownInDoubt(rows).map(({ state }) => state.entry);
	if (entries.length === 0 || !ledger.baselineFor(entries).isWhole) return;
	// Without this a customer given by tax ID and listed by `_id` would not be recognized.
	await identifyCustomers(run, rows).catch(() => {});
	const firstAsked = Math.min(...ownInDoubt(rows).map(askedAt));
	const deadline = Date.now() + delays.reconcileBudgetMs;
	for (const delay of delays.reconcileDelaysMs) {
		if (cancelled()) return;
		await sleep(delay);
		const asked = listRecent(run, firstAsked).catch(() => undefined);
		const list = await withTimeout(asked, deadline - Date.now());
		if (list === 'late') return;
		if (list?.isWhole) await applyVerdicts(run, rows, list);
		if (ownInDoubt(rows).length === 0) return;
	}
}

/** What another execution has left in doubt is judged by what stands of it in the ledger of keys. */
const ownInDoubt = (rows: Row[]) =>
	rows.filter(isIn('inDoubt')).filter(({ state }) => !isOfOtherRun(state.entry));

/** A retry may come days after the request; its addition is in the list of that time. */
const askedAt = ({ state }: { state: { entry: { askedAt: string } } }): number =>
	Date.parse(state.entry.askedAt);

async function applyVerdicts(run: AddRun, rows: Row[], { additions }: WholeList): Promise<void> {
	const { ledger } = run;
	const inDoubt = ownInDoubt(rows);
	const charges = inDoubt.map(chargeOf);
	const { ids } = ledger.baselineFor(inDoubt.map(({ state }) => state.entry));
	const ofOtherRuns = rows.filter(isIn('inDoubt')).filter((row) => !inDoubt.includes(row));
	const others = [...ledger.othersInDoubt(), ...ofOtherRuns.map(chargeOf)];
	const judge = (...taken: Array<Iterable<string>>) => {
		const known = new Set([...ids, ...ledger.claims, ...taken.flatMap((one) => [...one])]);
		return reconcile<Addition>(charges, additions, known, others);
	};
	const { owned, doubted, rivals } = await ownersOf(run, inDoubt, judge().flatMap(idsOf));
	others.push(...rivals);
	const verdicts = judge(owned);
	// What may be a key's is taken by nobody, and counts for nobody.
	const sure = judge(owned, doubted);
	for (const [position, row] of inDoubt.entries()) {
		const verdict = sure[position];
		if ('candidates' in verdict || 'candidates' in verdicts[position]) {
			row.suspect(idsOf(verdicts[position]));
		} else recordAddition(run, row, row.state.entry, { item: verdict.issued, reconciled: true });
	}
}

/** Its name in the ledger of keys, where an earlier try has written it down. */
const refOfEntry = ({ state }: RowIn<'inDoubt'>) => state.entry.ref;

const idsOf = (verdict: Verdict<Addition>): string[] =>
	'issued' in verdict ? [verdict.issued.addition._id] : verdict.candidates.map(({ _id }) => _id);

/** Whose the additions are by the ledger of keys. Where it cannot be asked, each may be a key's. */
async function ownersOf(
	{ context, keyless }: AddRun,
	rows: Array<RowIn<'inDoubt'>>,
	ids: string[],
): Promise<Owners> {
	const asked = { since: Math.min(...rows.map(askedAt)), own: rows.map(refOfEntry) };
	try {
		return (await keyless?.ownersOf([...new Set(ids)], asked)) ?? NO_OWNERS;
	} catch (error) {
		if (error instanceof LedgerError && error.isAbsent) return NO_OWNERS;
		hintAtKeyLedger(context, 'resolving', error);
		return { ...NO_OWNERS, doubted: new Set(ids) };
	}
}
