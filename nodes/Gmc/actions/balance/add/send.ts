import { issueAddition } from '../../../api/additions';
import { outcomeOf, stopsRun } from '../../../core/additions/outcome';
import { GmcRequestError } from '../../../core/service/failure';
import { runPool } from '../../../core/util/pool';
import { toRowProblem } from '../../../shared/errors';
import { reconcileInDoubt } from './reconcileInDoubt';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { recordAddition } from './run';

/** A service that loses every answer would cost a timeout per row; after these the run gives up. */
const MAX_LOST_ANSWERS = 5;

/** Sends what is planned. A lost answer is reconciled before the run goes on; if it cannot be, it ends. */
export async function sendAll(run: AddRun, rows: Row[]): Promise<void> {
	for (let lost = 0; lost < MAX_LOST_ANSWERS; lost++) {
		const isEnded = await sendPlanned(run, rows);
		if (!rows.some(isIn('inDoubt'))) return;
		await reconcileInDoubt(run, rows);
		if (isEnded || rows.some(isIn('inDoubt'))) return;
	}
}

/**
 * Issues the planned rows, each with one POST, the intent written down before it. The run stops at a request
 * of unknown fate, at a refusal that is about the integration, and at any failure under `stopAtFirst`.
 *
 * @returns whether rows that are still planned must not be sent, even if all in doubt are reconciled
 */
export async function sendPlanned(run: AddRun, rows: Row[]): Promise<boolean> {
	const firstBad = run.stopAtFirst ? rows.findIndex(isIn('rejected')) : -1;
	const queue = (firstBad < 0 ? rows : rows.slice(0, firstBad)).filter(isIn('planned'));
	let isEnded = false;
	let hasLostAnswer = false;
	const send = async (row: (typeof queue)[number]) => {
		const endsRun = await sendRow(run, row);
		isEnded ||= endsRun || (run.stopAtFirst && isIn('rejected')(row));
		hasLostAnswer ||= isIn('inDoubt')(row);
	};
	const isStopped = () => isEnded || hasLostAnswer || run.cancelled();
	await runPool(queue, run.settings.concurrency, send, isStopped);
	return isEnded || run.cancelled();
}

async function sendRow(run: AddRun, row: Row & { state: { is: 'planned' } }): Promise<boolean> {
	const entry = run.ledger.intend(chargeOf(row), new Date());
	try {
		const addition = await issueAddition(run.client.transport, row.state.plan.request);
		recordAddition(run, row, { entry, addition });
		return false;
	} catch (error) {
		// Anything but a known failure is a defect of ours, and then nothing is proven.
		const failure = error instanceof GmcRequestError ? error.failure : undefined;
		if (failure === undefined || outcomeOf(failure) === 'unknown') {
			row.doubt(entry, toRowProblem(error, row.itemIndex));
			return failure === undefined;
		}
		run.ledger.release(entry);
		row.reject(error);
		return stopsRun(failure);
	}
}
