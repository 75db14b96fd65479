import { chargeKeys } from '../../../../core/additions/charge';
import { InputError } from '../../../../core/util/inputError';
import { Turns } from '../../../../core/pace/turns';
import { obstacleTo, withhold } from '../withhold';
import type { Row } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import type { IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../../../../core/pace/delays';
import { cancellableSleep } from '../../../../shared/cancellableSleep';

/** Of all runs of this process. */
const turns = new Turns();

/**
 * Lets runs of this process that share a row under `recent` wait for each other, so that they don't both look at the
 * list before either has sent.
 *
 * @returns what `work` returns; false where the turn does not come in time, and the rows are withheld
 */
export async function inTurn(
	run: AddRun,
	rows: Row[],
	work: () => Promise<boolean>,
): Promise<boolean> {
	const { ledger, settings } = run;
	if (settings.duplicateProtection !== 'recent') return await work();
	const charges = rows.filter(isIn('planned')).map(chargeOf);
	const names = charges.flatMap(chargeKeys).map((key) => `${ledger.account} ${key}`);
	let result = false;
	const waiting = takeTurn(run, names, async () => void (result = await work()));
	const obstacle = await obstacleTo(waiting);
	if (obstacle === undefined) return result;
	return withhold(run, rows, { obstacle, isResumed: true });
}

/**
 * Works while no other run of this process does that has lined up for one of these names.
 *
 * @throws InputError when the turn does not come in time, and what `work` throws
 */
export async function takeTurn(
	run: AddRun,
	names: string[],
	work: () => Promise<void>,
): Promise<void> {
	const { come, leave } = turns.lineUp(names);
	try {
		if (!(await waitForTurn(run.context, come))) {
			throw new InputError({
				message:
					'another run on this account has been sending for a long time, and this one would not see what that one sends',
				advice:
					'Nothing was sent. Run it again once the other one has ended. Runs with Idempotency Keys or of a batch do not wait for each other.',
				code: 'BUSY',
			});
		}
		await work();
	} finally {
		leave();
	}
}

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
