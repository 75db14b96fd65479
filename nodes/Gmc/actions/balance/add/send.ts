import type { GmcClient } from '../../../api/client';
import { issueAddition } from '../../../api/additions';
import { GmcRequestError } from '../../../core/failure';
import { outcomeOf, stopsTheLine } from '../../../core/outcome';
import { runPool } from '../../../core/pool';
import { toRowProblem } from '../../errors';
import type { Row } from './rows';

/**
 * Issues the planned rows, at most `concurrency` at once, each with one POST. After an outcome that stops the
 * line, or after any failure when the run is to stop at the first, the rest stays `notAttempted`.
 */
export async function sendRows(
	client: GmcClient,
	rows: Row[],
	{ concurrency, stopAtFirst }: { concurrency: number; stopAtFirst: boolean },
): Promise<void> {
	let stopped = false;
	const run = async (row: Row) => {
		if (row.outcome === 'planned') stopped = (await sendRow(client, row)) || stopped;
		stopped ||= stopAtFirst && row.outcome !== 'issued';
	};
	await runPool(rows, concurrency, run, () => stopped);
	for (const row of rows) {
		if (row.outcome === 'planned') row.outcome = 'notAttempted';
	}
}

/** @returns whether the line has to stop */
async function sendRow(client: GmcClient, row: Row): Promise<boolean> {
	try {
		row.addition = await issueAddition(client.transport, row.plan!.order);
		row.outcome = 'issued';
		return false;
	} catch (error) {
		row.problem = toRowProblem(error, row.itemIndex);
		// Anything but a known failure is a defect of ours, and then nothing is proven.
		const known = error instanceof GmcRequestError ? error.failure : undefined;
		row.outcome = known === undefined ? 'unknown' : outcomeOf(known);
		return known === undefined || stopsTheLine(known);
	}
}
