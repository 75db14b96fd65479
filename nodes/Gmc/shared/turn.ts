import type { IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../core/pace/delays';
import { cancellableSleep } from './cancellableSleep';

/**
 * Waits for a turn, unless the execution is cancelled before.
 *
 * @param come see `Turn`
 * @returns false where it does not come in time
 */
export async function waitForTurn(
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
	come: Promise<void>,
): Promise<boolean> {
	let isHere = false;
	const here = come.then(() => void (isHere = true));
	const isOver = () => isHere || (context.getExecutionCancelSignal()?.aborted ?? false);
	await Promise.race([here, cancellableSleep(delays.turnMs, isOver)]);
	return isOver();
}
