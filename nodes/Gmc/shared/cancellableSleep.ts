import { sleep } from 'n8n-workflow';

/** How often to check whether it is over, in milliseconds. */
const MAX_SLEEP_MS = 250;

/** Waits, but ends early if `isOver`. n8n's `sleep` does not notice that an execution was cancelled. */
export async function cancellableSleep(milliseconds: number, isOver: () => boolean): Promise<void> {
	const until = Date.now() + milliseconds;
	while (!isOver() && Date.now() < until) {
		await sleep(Math.min(MAX_SLEEP_MS, until - Date.now()));
	}
}
