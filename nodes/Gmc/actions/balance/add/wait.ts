import { findAddition } from '../../../api/additions';
import type { Addition } from '../../../core/service/record';
import { withTimeout } from '../../../api/withTimeout';
import { isSettled } from '../../../core/additions/status';
import { exactOwners } from '../../../core/ledger/effects';
import { delays } from '../../../core/pace/delays';
import { cancellableSleep } from '../../../shared/eventLoop';
import { Throttle } from '../../../shared/throttle';
import { correctFailed } from './correctEntries';
import { hintAtFailure } from './report';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isCancelled } from './run';

const isDone = isIn('issued', 'skipped');

/**
 * Asks for each addition until its status is final or the time is up, if that is wanted. A lookup that fails is repeated.
 */
export async function waitForCompletion(run: AddRun, rows: Row[]): Promise<void> {
	const { client, settings } = run;
	const { waitTimeout: timeout, dryRun } = settings;
	if (timeout === undefined || dryRun) return;
	const deadline = Date.now() + timeout * 1000;
	// Lookups take another time than top-ups.
	const throttle = new Throttle(client.transport.timeoutMs, settings.concurrency);
	const failed = new Map<string, Addition>();
	// A person may have set a row to issued without the id of its addition.
	const waiting = () =>
		rows.filter(isDone).filter(({ state: { addition } }) => addition._id && !isSettled(addition));
	const ask = async (row: ReturnType<typeof waiting>[number]) => {
		const { _id } = row.state.addition;
		const look = async () => await findAddition(client.transport, _id, { isAskedAgain: true });
		const asked = throttle.send(look).catch(() => undefined);
		// A slow or repeated lookup ends with the time that was given.
		const now = await withTimeout(asked, deadline - Date.now());
		if (now === undefined || now === 'late') return;
		row.refresh(now);
		if (isIn('rejected')(row as Row)) failed.set(_id, now);
	};
	const isOver = () => isCancelled(run) || Date.now() >= deadline;
	while (waiting().length > 0 && !isOver()) {
		await cancellableSleep(Math.min(delays.completionLookMs, deadline - Date.now()), isOver);
		await throttle.run(waiting(), ask, isOver);
	}
	if (failed.size > 0) await freeNames(run, failed);
}

/** Writes down that these additions have failed while they were waited for. */
async function freeNames(run: AddRun, failed: ReadonlyMap<string, Addition>): Promise<void> {
	try {
		const entries = await run.ledger.read(exactOwners([...failed.keys()]));
		const issued = entries.filter(({ outcome }) => outcome === 'issued');
		await correctFailed(run, issued, failed);
	} catch (error) {
		hintAtFailure(run.context, 'The ledger still says that failed top-ups were paid', error);
	}
}
