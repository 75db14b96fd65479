import { sleep } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import type { WholeList } from '../../../api/wholeList';
import { withTimeout } from '../../../api/withTimeout';
import { reconcile } from '../../../core/additions/reconcile';
import { delays } from '../../../core/util/delays';
import { identifyCustomers } from './identifyCustomers';
import { isOfOtherRun } from './entryOfOtherRun';
import { listRecent } from './recentList';
import { recordAddition } from './record';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Asks the service's list what became of the rows in doubt, several times with growing delays, since an
 * addition may show up late. What cannot be told stays in doubt, with the ids that might be it. Nothing is sent.
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
		if (list?.isWhole) applyVerdicts(run, rows, list);
		if (ownInDoubt(rows).length === 0) return;
	}
}

/** What another execution has left in doubt is judged by what stands of it in the ledger of keys. */
const ownInDoubt = (rows: Row[]) =>
	rows.filter(isIn('inDoubt')).filter(({ state }) => !isOfOtherRun(state.entry));

/** A retry may come days after the request; its addition is in the list of that time. */
const askedAt = ({ state }: { state: { entry: { askedAt: string } } }): number =>
	Date.parse(state.entry.askedAt);

function applyVerdicts(run: AddRun, rows: Row[], { additions }: WholeList): void {
	const { ledger } = run;
	const inDoubt = ownInDoubt(rows);
	const { ids } = ledger.baselineFor(inDoubt.map(({ state }) => state.entry));
	const known = new Set([...ids, ...ledger.claims]);
	const ofOtherRuns = rows.filter(isIn('inDoubt')).filter((row) => !inDoubt.includes(row));
	const others = [...ledger.othersInDoubt(), ...ofOtherRuns.map(chargeOf)];
	const verdicts = reconcile<Addition>(inDoubt.map(chargeOf), additions, known, others);
	for (const [position, row] of inDoubt.entries()) {
		const verdict = verdicts[position];
		if ('candidates' in verdict) {
			row.suspect(verdict.candidates.map(({ _id }) => _id));
			continue;
		}
		recordAddition(run, row, row.state.entry, { item: verdict.issued, reconciled: true });
	}
}
