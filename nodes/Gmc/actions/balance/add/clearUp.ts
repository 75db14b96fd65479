import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import type { WholeList } from '../../../api/wholeList';
import { delays } from '../../../core/util/delays';
import { reconcile } from '../../../core/additions/reconcile';
import { endAsIssued } from './end';
import { listRecent } from './history';
import type { Row } from './rows';
import { chargeOf, having, lookUpCustomers } from './rows';
import type { Line } from './send';

/**
 * Asks the service's list what became of the open rows, several times with growing delays, since an addition
 * may show up late. What cannot be cleared up stays open, with the ids that might be it. Nothing is sent.
 */
export async function clearUp(context: IExecuteFunctions, line: Line, rows: Row[]): Promise<void> {
	const { client, ledger, cancelled } = line;
	if (!rows.some(having('open')) || !ledger.baseline.isWhole) return;
	// Without this a customer given by tax ID and listed by `_id` would not be recognized.
	await lookUpCustomers(client, rows, { mustExist: false }).catch(() => {});
	const firstAsked = Math.min(...rows.filter(having('open')).map(askedAt));
	for (const delay of delays.reconcileDelaysMs) {
		if (cancelled()) return;
		await sleep(delay);
		const list = await listRecent(context, client, firstAsked).catch(() => undefined);
		if (list?.isWhole) judge(line, rows, list);
		if (!rows.some(having('open'))) return;
	}
}

/** A retry may come days after the request; its addition is in the list of that time. */
function askedAt({ entry }: Row): number {
	return entry === undefined ? Date.now() : Date.parse(entry.askedAt);
}

function judge({ ledger }: Line, rows: Row[], list: WholeList): void {
	const open = rows.filter(having('open'));
	const known = new Set([...ledger.baseline.ids, ...ledger.claimedIds()]);
	const verdicts = reconcile<Addition>(open.map(chargeOf), list.additions, known);
	for (const [position, row] of open.entries()) {
		const verdict = verdicts[position];
		if ('candidates' in verdict) {
			row.candidates = verdict.candidates.map(({ _id }) => _id);
		} else {
			row.reconciled = true;
			endAsIssued(row, verdict.issued);
		}
	}
}
