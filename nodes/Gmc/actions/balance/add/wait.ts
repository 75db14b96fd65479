import { sleep } from 'n8n-workflow';
import { getAddition } from '../../../api/additions';
import { runPool } from '../../../core/util/pool';
import { isFailed, isSettled } from '../../../core/additions/status';
import { endAsIssued } from './end';
import type { Row } from './rows';
import { having } from './rows';
import type { Line } from './send';

/** A cancelled execution is noticed at least this often, in milliseconds. */
const MAX_NAP_MS = 500;

/**
 * Asks for each addition until its status settles or the time is up; `waited` says which. An addition that
 * the lookup does not show yet, or cannot show now, is asked for again.
 *
 * @param timeout seconds for all rows together
 * @param interval seconds between two looks
 */
export async function waitForCompletion(
	{ client, concurrency, cancelled }: Line,
	rows: Row[],
	{ timeout, interval }: { timeout: number; interval: number },
): Promise<void> {
	const deadline = Date.now() + timeout * 1000;
	const waiting = () =>
		rows.filter((row) => having('issued', 'skipped')(row) && !isSettled(row.addition!));
	const ask = async (row: Row) => {
		const addition = await getAddition(client.transport, row.addition!._id).catch(() => undefined);
		if (addition === undefined) return;
		if (row.outcome === 'skipped' && !isFailed(addition)) row.addition = addition;
		else endAsIssued(row, addition);
	};
	const isOver = () => cancelled() || Date.now() >= deadline;
	while (waiting().length > 0 && !isOver()) {
		await nap(interval * 1000, isOver);
		await runPool(waiting(), concurrency, ask, isOver);
	}
	for (const row of rows.filter(having('issued', 'skipped'))) {
		row.waited = isSettled(row.addition!) ? 'settled' : 'timedOut';
	}
}

async function nap(milliseconds: number, isOver: () => boolean): Promise<void> {
	const until = Date.now() + milliseconds;
	while (!isOver() && Date.now() < until) {
		await sleep(Math.min(MAX_NAP_MS, until - Date.now()));
	}
}
