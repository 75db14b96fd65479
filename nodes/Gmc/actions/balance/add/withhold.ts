import { GmcRequestError } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { refusedRun } from '../../../shared/refusal';
import { failedRows, problemOf } from './rows/failedRows';
import type { Row } from './rows/row';
import { isIn } from './rows/row';
import type { AddRun } from './run/run';
import { stopsAtFirst } from './run/run';
type Obstacle = GmcRequestError | InputError;

/** @returns what the service, or what it is asked, has kept a step from @throws anything else: a defect of ours */
export async function obstacleTo(step: Promise<void>): Promise<Obstacle | undefined> {
	return await step.then(
		() => undefined,
		(error: unknown) => {
			if (error instanceof GmcRequestError || error instanceof InputError) return error;
			throw error;
		},
	);
}

/**
 * A check that could not be made is no row's fault: all rows that were to be sent are held back. A run that
 * has sent rows before must tell of those as well, so it is not ended here.
 *
 * @param isResumed whether an earlier try of this execution has sent rows, or may have
 * @returns that nothing may be sent
 * @throws NodeOperationError or NodeApiError where the run stops at the first failure and has sent nothing yet
 */
export function withhold(
	run: AddRun,
	rows: Row[],
	{ obstacle, isResumed }: { obstacle: Obstacle; isResumed: boolean },
): false {
	const kept = rows.filter(isIn('planned'));
	for (const row of kept) row.withhold(obstacle);
	if (!stopsAtFirst(run) || isResumed) return false;
	const { context } = run;
	const [first] = failedRows(kept);
	throw refusedRun(context, obstacle, first && problemOf(run, first).details);
}

/** What keeps back a row while this execution has an answer that is lost and not cleared up. */
export const lostBefore = (): InputError =>
	new InputError({
		message:
			'not attempted, because an answer was lost earlier in this execution, and whether that row was paid is not known',
		advice: 'Executions → Retry clears up the lost one and sends the rest.',
		code: 'NOT_ATTEMPTED',
	});
