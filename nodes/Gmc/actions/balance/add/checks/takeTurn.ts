import { withTimeout } from '../../../../api/withTimeout';
import { chargeKeys } from '../../../../core/additions/charge';
import { delays } from '../../../../core/pace/delays';
import { InputError } from '../../../../core/util/inputError';
import { Turns } from '../../../../core/pace/turns';
import { obstacleTo, withhold } from '../withhold';
import type { Row } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import { isCancelled } from '../run/run';

/** Of all runs of this process. */
const turns = new Turns();

/** A cancelled execution is noticed at least this often, in milliseconds. */
const MAX_WAIT_MS = 250;

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
		await wait(run, come);
		await work();
	} finally {
		leave();
	}
}

async function wait(run: AddRun, come: Promise<void>): Promise<void> {
	const deadline = Date.now() + delays.turnMs;
	const isHere = async () =>
		(await withTimeout(
			come.then(() => 'come'),
			MAX_WAIT_MS,
		)) === 'come';
	while (!(await isHere())) {
		if (isCancelled(run)) return;
		if (Date.now() < deadline) continue;
		throw new InputError(
			({ duplicates }) => duplicates.turnTooLong,
			({ duplicates }) => duplicates.runLater,
		);
	}
}
