import type { IExecuteFunctions } from 'n8n-workflow';
import type { WholeList } from '../../../../api/wholeList';
import { chargeKeys, sameCharge } from '../../../../core/additions/charge';
import type { Charge } from '../../../../core/additions/charge';
import { certainTimeOf, RECENT_MINUTES, recentEquals } from '../../../../core/additions/recent';
import { readInDoubt } from '../../../../core/ledger/effects';
import type { Entry } from '../../../../core/ledger/entry';
import { isUnreadable, mayEqual, nameOf } from '../../../../core/ledger/entry';
import type { Verdicts } from '../../../../core/ledger/claim';
import type { LatePayment } from '../../../../core/ledger/memory';
import { hasFailed } from '../../../../core/additions/item';
import { getAddition } from '../../../../api/additions';
import { showHint } from '../../../../shared/hints';
import { hintUnlessAbsent } from '../hints';
import { issuedByOthers } from './issuedHere';
import { unreadableEntry } from '../rows/nameProblems';
import { resolveOthers } from '../names/resolveRows';
import type { Row, RowIn } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import { equalInDoubt, suspectedDuplicate } from '../rows/rowProblems';
import type { AddRun } from '../run/run';
import { momentIn } from '../../../../shared/context';
import { RenamedLedgerError } from '../../../../ledger/ledgerError';

/**
 * The one rule about duplicates, under `recent`: a row is refused that equals an entry which was open when the run began,
 * whatever has become of that but that it was never done, or a recent addition; and so is every equal row.
 *
 * @throws RenamedLedgerError
 */
export async function refuseRecent(run: AddRun, rows: Row[], list: WholeList): Promise<void> {
	const planned = rows.filter(isIn('planned'));
	if (run.settings.duplicateProtection !== 'recent' || planned.length === 0) return;
	rejectLate(run, planned);
	await refuseOpen(run, rows.filter(isIn('planned')));
	refuseListed(run, rows.filter(isIn('planned')), list);
}

/** What is open is looked at again first. Without the ledger nothing is known of it, unless it is known where it is. */
async function refuseOpen(run: AddRun, planned: Array<RowIn<'planned'>>): Promise<void> {
	try {
		const open = await openEntries(run);
		for (const row of planned) {
			const perhaps = open.find((one) => isUnreadable(one) && mayEqual(one, chargeOf(row)));
			if (perhaps !== undefined) row.withhold(unreadableEntry(run, row, perhaps));
		}
		const left = planned.filter(isIn('planned'));
		const equal = equalTo(left, open);
		if (equal.length > 0) await refuseEqual(run, left, equal);
	} catch (error) {
		if (error instanceof RenamedLedgerError) return await Promise.reject(error);
		hintUnlessAbsent(run.context, 'comparing', error);
	}
}

/** Those of other executions: what this one has left open is its own rows'. */
async function openEntries({ ledger }: AddRun): Promise<Entry[]> {
	const open = await ledger.perform(readInDoubt());
	return open.filter((entry) => entry.ref === '' || ledger.memory.find(entry) === undefined);
}

function equalTo(planned: Array<RowIn<'planned'>>, open: Entry[]): Entry[] {
	const asked = new Set(planned.flatMap((row) => chargeKeys(chargeOf(row))));
	return open.filter(
		(one) => !isUnreadable(one) && chargeKeys(one.charge).some((key) => asked.has(key)),
	);
}

async function refuseEqual(
	run: AddRun,
	planned: Array<RowIn<'planned'>>,
	open: Entry[],
): Promise<void> {
	const verdicts = await resolveOpen(run, open);
	for (const entry of open) {
		const verdict = verdicts.get(nameOf(entry));
		if (verdict?.is === 'free') continue;
		if (verdict?.is === 'paid') {
			await addLate(run, entry.charge, verdict.additionId);
			continue;
		}
		for (const row of equalRows(planned, entry.charge)) {
			const at = momentIn(run.context, entry.askedAt);
			row.reject(equalInDoubt(at, chargeOf(row), run.settings));
		}
	}
	rejectLate(run, planned);
}

/** Where the ledger fails, all stays open. */
async function resolveOpen(run: AddRun, open: Entry[]): Promise<Verdicts> {
	return await resolveOthers(run, open).catch((error: unknown) => {
		hintUnlessAbsent(run.context, 'resolving', error);
		return new Map() as Verdicts;
	});
}

const equalRows = (rows: Row[], charge: Charge) =>
	rows.filter(isIn('planned')).filter((row) => sameCharge(chargeOf(row), charge));

/** It is told to this execution's next try as well. What has failed moved nothing. */
async function addLate(run: AddRun, charge: Charge, additionId: string): Promise<void> {
	const { client, context, ledger } = run;
	const addition = await getAddition(client.transport, additionId).catch(() => ({
		_id: additionId,
	}));
	if (hasFailed(addition)) return;
	const madeAt = certainTimeOf(addition, context.getTimezone());
	const { identifiers, amount, currency } = charge;
	ledger.memory.late.push({
		identifiers,
		amount,
		currency,
		additionId,
		...(madeAt !== undefined && { madeAt }),
	});
}

function rejectLate({ context, ledger }: AddRun, rows: Row[]): void {
	for (const late of ledger.memory.late) {
		for (const row of equalRows(rows, late)) rejectDuplicate(context, row, late);
	}
}

/** What the list does not show, or not so that it can be read, is not checked, and a hint says so. */
function refuseListed(run: AddRun, planned: Array<RowIn<'planned'>>, list: WholeList): void {
	const { context, client, ledger } = run;
	const now = Date.now() + (client.transport.clock.offset ?? 0);
	const clock = { now, timeZone: context.getTimezone() };
	const own = new Set([...ledger.memory.claims, ...issuedByOthers(context, ledger.account)]);
	const equals = recentEquals(planned.map(chargeOf), list.additions, { own, clock });
	const unread = new Set<string>();
	for (const [position, row] of planned.entries()) {
		const { equal, doubtful } = equals[position];
		const [addition] = equal;
		if (addition !== undefined) {
			const madeAt = certainTimeOf(addition, clock.timeZone);
			rejectDuplicate(context, row, { additionId: addition._id, madeAt });
		} else if (doubtful !== undefined) unread.add(doubtful._id);
	}
	const [id] = unread;
	const minutes = RECENT_MINUTES;
	if (id !== undefined) {
		showHint(
			context,
			'warning',
			`GMC lists additions of the last ${minutes} minutes that cannot be read, such as ${id}, so whether a row equals one of them could not be told. Idempotency Keys and batches protect rows without that list.`,
		);
	}
	if (list.isWhole) return;
	showHint(
		context,
		'warning',
		`GMC's list of additions could not be had whole, so not every row could be compared with the additions of the last ${minutes} minutes. Idempotency Keys and batches protect rows without that list.`,
	);
}

/** The row looks like what was paid already. */
function rejectDuplicate(
	context: IExecuteFunctions,
	row: RowIn<'planned'>,
	{ additionId, madeAt }: Pick<LatePayment, 'additionId' | 'madeAt'>,
): void {
	const at = madeAt === undefined ? undefined : momentIn(context, madeAt);
	row.reject(suspectedDuplicate({ additionId, at }, chargeOf(row), row.state.plan.customerName));
}
