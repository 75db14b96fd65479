import { withTimeout } from '../../../api/withTimeout';
import { chargeKeys } from '../../../core/additions/charge';
import { delays } from '../../../core/util/delays';
import { InputError } from '../../../core/util/inputError';
import { Turns } from '../../../core/util/turns';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/** Of all runs of this process. */
const turns = new Turns();

/** A cancelled execution is noticed at least this often, in milliseconds. */
const MAX_WAIT_MS = 250;

/**
 * Lets runs of this process that go by the service's list wait for each other, so that they don't both look
 * before either has sent: under `history` and a limit for the day all runs of an account, under `recent` those
 * that share a row. The turn ends with `run.leaveTurn`.
 *
 * @throws InputError when the turn does not come in time
 */
export async function takeTurn(run: AddRun, rows: Row[]): Promise<void> {
	const names = run.settings.dryRun ? [] : namesOf(run, rows);
	if (names.length === 0) return;
	const { come, leave } = turns.lineUp(names);
	run.leaveTurn = leave;
	const deadline = Date.now() + delays.turnMs;
	const isHere = async () =>
		(await withTimeout(
			come.then(() => 'come'),
			MAX_WAIT_MS,
		)) === 'come';
	while (!(await isHere())) {
		if (run.cancelled()) return;
		if (Date.now() < deadline) continue;
		throw new InputError(
			'another run on this account has been sending for a long time, and this one would not see what that one sends',
			'Nothing was sent. Run it again once the other one has ended, or give each row an Idempotency Key.',
		);
	}
}

function namesOf({ account, keys, settings }: AddRun, rows: Row[]): string[] {
	const { duplicateProtection, maxPerDay } = settings;
	const isShared = duplicateProtection === 'history' || maxPerDay !== undefined;
	const accountName = isShared ? [account] : [];
	if (duplicateProtection !== 'recent' || keys) return accountName;
	const charges = rows.filter(isIn('planned')).map(chargeOf);
	return [...accountName, ...charges.flatMap(chargeKeys).map((key) => `${account} ${key}`)];
}
