import type { Entry } from '../../../core/ledger/entry';
import { nameOf } from '../../../core/ledger/entry';
import { LedgerError } from '../../../ledger/ledgerError';
import { mapItems } from '../../../shared/eventLoop';
import { resolveOthers } from './correctEntries';
import { apply, applyToPlanned, decide } from './decide';
import { hintAtEarlier } from './earlier';
import { checkCustomers, identifyCustomers } from './identify';
import { isApart, lostByOtherNodes, openOfExecution } from './leftOpen';
import { checkAmounts, checkTotal } from './limits';
import { judgeByLedger } from './judgeByLedger';
import { noteEnded } from './progress';
import { hintAtFailure, unwrittenIn } from './report';
import { resolveRows } from './resolveRows';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { mayGoOn, sendAll } from './send';
import type { RowVerdict } from './verdict';

/**
 * Pays a sheet, in the steps of CONTRIBUTING ("How a row goes through Balance: Add"). A dry run stops before the send.
 *
 * @throws GmcRequestError, LedgerError or InputError when a step of the whole run fails, after which no planned row is
 *   attempted
 */
export async function pay(run: AddRun, rows: Row[]): Promise<void> {
	const { context, ledger } = run;
	try {
		await lookUpRows(run, rows);
		await resolveLeftOpen(run, rows);
		await apply(run, new Map([...checkCustomers(rows), ...checkAmounts(run, rows)]));
		const total = checkTotal(run, rows);
		if (total) await applyToPlanned(run, rows, total);
		if (mayGoOn(run, rows)) await sendAll(run, rows);
		await hintAtEarlier(run, rows);
	} finally {
		// Claims that cannot be released are held for a while, as after a crash.
		await ledger.release(rows).catch(() => {});
		await ledger.settleAll();
		await ledger.giveBackRejected();
		run.execution.end(rows);
		noteEnded(run, rows);
		const unwritten = unwrittenIn(run);
		if (unwritten !== undefined) hintAtFailure(context, unwritten, ledger.failure);
	}
}

/**
 * Looks up the rows in GMC's list of customers and in the ledger. The ledger is asked even if the list fails.
 *
 * @throws GmcRequestError when the list failed; LedgerError
 */
async function lookUpRows(run: AddRun, rows: Row[]): Promise<void> {
	let listError: unknown;
	await identifyCustomers(run, rows).catch((error: unknown) => {
		listError = error;
	});
	await nameAndJudge(run, rows).catch(async (error: unknown) => {
		const { mayHaveBegun, mayHaveOpen } = run.execution;
		// Without the ledger, any row may have been sent by an earlier try.
		if (error instanceof LedgerError && (mayHaveBegun || mayHaveOpen))
			await applyToPlanned(run, rows, { is: 'untold', error });
		throw error;
	});
	if (listError !== undefined) throw listError;
}

/** Where an entry has failed or was never done, another one of the customer may be the row's, so all rows are named again. */
async function nameAndJudge(run: AddRun, rows: Row[]): Promise<void> {
	await decide(run, rows, async () => await judgeByLedger(run, rows));
}

/**
 * Resolves what this execution has left open. Where it cannot be resolved, nothing more is sent before a retry
 * (CONTRIBUTING M6).
 *
 * @throws LedgerError
 */
async function resolveLeftOpen(run: AddRun, rows: Row[]): Promise<void> {
	const unknown: Row[] = rows.filter(isIn('unknown'));
	await resolveRows(run, unknown);
	const { execution, protection } = run;
	if (protection.areNamesShared && unknown.some(isIn('planned'))) await nameAndJudge(run, rows);
	const names = new Set(rows.flatMap(({ ledgerName }) => (ledgerName ? nameOf(ledgerName) : [])));
	const open = (await openOfExecution(run)).filter((entry) => !names.has(nameOf(entry)));
	// A retry may send the rest of its own rows. What another node has left open may be these rows.
	const left = open.filter(
		(entry) => execution.isStopped || !(execution.isOfNode(entry) || isApart(run, entry)),
	);
	const verdicts = await resolveOthers(run, open);
	const isCleared = (entry: Entry) =>
		['free', 'paid'].includes(verdicts.get(nameOf(entry))?.is ?? '');
	await apply(run, await besideLost(run, rows));
	const isLost =
		execution.isStopped && rows.filter(isIn('unknown')).some(({ state }) => state.isOwn);
	// The ledger of another node is not read here, and what it holds open may be these rows.
	if (left.every(isCleared) && !isLost && !execution.hasOpenElsewhere) return;
	await applyToPlanned(run, rows, { is: 'stopped' });
}

/**
 * A row that the execution has named has taken over what another node of it has lost. One with a name for good is not sent
 * beside an equal one, whatever became of that since.
 *
 * @throws LedgerError
 */
async function besideLost(run: AddRun, rows: Row[]): Promise<Map<Row, RowVerdict>> {
	if (!run.protection.isForGood) return new Map();
	const lost = await lostByOtherNodes(run);
	const planned = rows.filter(isIn('planned'));
	const verdicts = new Map<Row, RowVerdict>();
	await mapItems(planned.length, (at) => {
		const { ledgerName } = planned[at];
		const isBeside = (entry: Entry) => !ledgerName || nameOf(entry) !== nameOf(ledgerName);
		const entry = [...lost.of(chargeOf(planned[at]))].find(isBeside);
		if (entry) verdicts.set(planned[at], { is: 'lostBeside', entry });
	});
	return verdicts;
}
