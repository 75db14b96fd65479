import { issueAddition } from '../../../api/additions';
import type { GmcClient } from '../../../api/client';
import { GmcRequestError } from '../../../core/service/failure';
import type { Ledger } from '../../../core/additions/ledger';
import { outcomeOf, stopsRun } from '../../../core/additions/outcome';
import { runPool } from '../../../core/util/pool';
import { toRowProblem } from '../../../shared/errors';
import { endAsIssued } from './end';
import type { Row } from './rows';
import { chargeOf, having } from './rows';

/** How a line of rows is sent, and whether it goes on. */
export interface Line {
	client: GmcClient;
	ledger: Ledger;
	concurrency: number;
	/** Whether any failed row keeps back the rest (On Error: Stop Workflow). */
	stopAtFirst: boolean;
	cancelled: () => boolean;
}

/**
 * Issues the planned rows, each with one POST, the intent written down before it. The line stops at a request
 * of unknown fate, at a refusal that is about the integration, and at any failure under `stopAtFirst`.
 *
 * @returns whether rows that are still planned must not be sent, even if all open ones are cleared up
 */
export async function sendPlanned(line: Line, rows: Row[]): Promise<boolean> {
	const firstBad = line.stopAtFirst ? rows.findIndex(having('rejected')) : -1;
	const queue = (firstBad < 0 ? rows : rows.slice(0, firstBad)).filter(having('planned'));
	let ended = false;
	let hasLostAnswer = false;
	const run = async (row: Row) => {
		const endsLine = await sendRow(line, row);
		ended ||= endsLine || (line.stopAtFirst && row.outcome === 'rejected');
		hasLostAnswer ||= row.outcome === 'open';
	};
	const stopped = () => ended || hasLostAnswer || line.cancelled();
	await runPool(queue, line.concurrency, run, stopped);
	return ended || line.cancelled();
}

async function sendRow({ client, ledger }: Line, row: Row): Promise<boolean> {
	row.entry = ledger.intend(chargeOf(row), new Date());
	try {
		endAsIssued(row, await issueAddition(client.transport, row.plan!.order));
		return false;
	} catch (error) {
		row.problem = toRowProblem(error, row.itemIndex);
		// Anything but a known failure is a defect of ours, and then nothing is proven.
		const failure = error instanceof GmcRequestError ? error.failure : undefined;
		if (failure === undefined || outcomeOf(failure) === 'unknown') {
			row.outcome = 'open';
			return failure === undefined;
		}
		row.outcome = 'rejected';
		row.entry.state = 'rejected';
		return stopsRun(failure);
	}
}
