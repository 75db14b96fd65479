import type { Entry } from '../../../core/ledger/entry';
import { nameOf } from '../../../core/ledger/entry';
import { GmcRequestError } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { LedgerError } from '../../../ledger/ledgerError';
import { toRowProblem } from '../../../shared/errors';
import { refusedRun } from '../../../shared/refusal';
import { meetAccounts } from './accounts';
import { checkLimits, checkRows } from './check';
import { failedRows, problemOf, refuseSheet } from './failedRows';
import { lostBefore } from './rowProblems';
import { hintAtUnwritten } from './hints';
import { identifyCustomers, rejectUnknownCustomers } from './identify';
import { nameSheet, openOfExecution } from './name';
import { rejectMisnamed } from './payees';
import { releaseUnsent, resolveOthers, resolveRows, settleFates } from './resolve';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { stopsAtFirst } from './run';
import { fateOf } from './rowState';
import { mayGoOn, sendAll } from './send';
import { isNamedByUser } from './settings';
import { applyVerdicts } from './verdicts';

/**
 * The way of a sheet, in the steps of CONTRIBUTING ("The way of a row through Balance: Add"). A dry run goes it up to
 * the send.
 *
 * @throws NodeOperationError or NodeApiError when a run that has sent nothing yet ends here
 */
export async function pay(run: AddRun, rows: Row[]): Promise<void> {
	try {
		if (!run.execution.hasBegun) await refuseUnsound(run, rows);
		await hearOfRows(run, rows).catch((error: unknown) => unheard(run, rows, error));
		await clearUp(run, rows);
		checkRows(run, rows);
		if (mayGoOn(run, rows)) await sendAll(run, rows);
	} catch (error) {
		withhold(run, rows, error);
	} finally {
		await releaseUnsent(run, rows);
		await settleFates(run);
		run.execution.end({
			isDone: rows.some(({ state }) => fateOf(state)?.additionId !== undefined),
			isOpen: rows.some(isIn('inDoubt', 'sending')),
		});
		hintAtUnwritten(run);
		run.throttle.log(run.context, 'Additions');
	}
}

/** Names unknown customers, too, so that the sheet is mended in one go. Without the list it names what is known. */
async function refuseUnsound(run: AddRun, rows: Row[]): Promise<void> {
	// Of rows that the user names it is not known yet which are to be sent, so the limits wait.
	if (!isNamedByUser(run.settings)) checkLimits(run, rows);
	if (!stopsAtFirst(run) || !rows.some(isIn('rejected'))) return;
	await identifyCustomers(run, rows).catch(() => {});
	if (!isNamedByUser(run.settings)) rejectMisnamed(rows);
	rejectUnknownCustomers(rows);
	refuseSheet(run, rows);
}

/**
 * What GMC's list of customers says of the rows, and what the ledger says.
 *
 * @throws what has kept one of them from being asked, once the rows have heard of the other
 */
async function hearOfRows(run: AddRun, rows: Row[]): Promise<void> {
	const asked = await identifyCustomers(run, rows).then(
		() => async () => {},
		(error: Error) => async () => await Promise.reject(error),
	);
	let verdicts = await nameSheet(run, rows);
	if (await meetAccounts(run, verdicts)) {
		verdicts = await run.ledger.lookUp([...verdicts.keys()], true);
		await meetAccounts(run, verdicts);
	}
	await applyVerdicts(run, verdicts);
	await asked();
}

/** What an earlier try has sent is not known without the ledger: it may have been any row. @throws the error */
function unheard(run: AddRun, rows: Row[], error: unknown): never {
	const { hasBegun, mayHaveOpen } = run.execution;
	if (!(error instanceof LedgerError) || !(hasBegun || mayHaveOpen)) throw error;
	for (const row of rows.filter(isIn('planned'))) {
		const problem = toRowProblem(error, row.itemIndex);
		row.doubt({ askedAt: Date.now(), isOwn: true, problem });
	}
	throw error;
}

/**
 * What this execution has lost is cleared up, or it sends nothing more until it is retried (CONTRIBUTING M6).
 *
 * @throws LedgerError
 */
async function clearUp(run: AddRun, rows: Row[]): Promise<void> {
	await resolveRows(run, rows.filter(isIn('inDoubt')));
	const { execution, settings } = run;
	// A retry goes on with the rest of its own rows; what another node has lost may be these rows.
	if (!execution.isStopped && isNamedByUser(settings)) return;
	const names = new Set(rows.flatMap(({ ledgerName }) => (ledgerName ? nameOf(ledgerName) : [])));
	const isOthers = (entry: Entry) => execution.isStopped || !execution.isOfNode(entry.set);
	const left = (await openOfExecution(run)).filter(
		(entry) => !names.has(nameOf(entry)) && isOthers(entry),
	);
	const verdicts = await resolveOthers(run, left);
	const isCleared = (name: string) => ['free', 'paid'].includes(verdicts.get(name)?.is ?? '');
	const isLost =
		execution.isStopped && rows.filter(isIn('inDoubt')).some(({ state }) => state.isOwn);
	if (!isLost && left.every((entry) => isCleared(nameOf(entry)))) return;
	for (const row of rows.filter(isIn('planned'))) row.withhold(lostBefore());
}

/**
 * A step that could not be taken is no row's fault: all rows that were to be sent are held back. A run that
 * has something to tell of other rows is not ended here.
 *
 * @throws NodeOperationError or NodeApiError where the run stops at the first failure and has sent nothing yet; anything
 *   that neither the service nor what it was asked has caused
 */
function withhold(run: AddRun, rows: Row[], error: unknown): void {
	if (!(error instanceof GmcRequestError || error instanceof InputError)) throw error;
	const kept = rows.filter(isIn('planned'));
	for (const row of kept) row.withhold(error);
	const isTold = rows.some(isIn('issued', 'skipped', 'inDoubt', 'sending'));
	if (!stopsAtFirst(run) || isTold) return;
	const [first] = failedRows(kept);
	throw refusedRun(run.context, error, first && problemOf(run, first).details);
}
