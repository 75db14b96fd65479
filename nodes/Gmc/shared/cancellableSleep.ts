import { sleep } from 'n8n-workflow';

/** That it is over is noticed at least this often, in milliseconds. */
const MAX_SLEEP_MS = 250;

/** Waits for a while, unless that is over before: n8n's `sleep` hears of no cancelled execution. */
export async function cancellableSleep(milliseconds: number, isOver: () => boolean): Promise<void> {
	const until = Date.now() + milliseconds;
	while (!isOver() && Date.now() < until) {
		await sleep(Math.min(MAX_SLEEP_MS, until - Date.now()));
	}
}
