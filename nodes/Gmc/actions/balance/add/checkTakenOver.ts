import { checkRows } from './check';
import { checkDay } from './checkDay';
import { listRecent } from './recentList';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Rows of a key in doubt that turned out not to be done, and are sent now in this run's name: whatever is checked
 * before the first send was not asked of them, since nobody knew whether there was anything to send.
 *
 * @param all rows of the sheet, which count for its limits
 */
export async function checkTakenOver(run: AddRun, taken: Row[], all: Row[]): Promise<void> {
	const isPlanned = () => taken.some(isIn('planned'));
	if (isPlanned()) checkRows(run, all);
	if (run.settings.maxPerDay === undefined || !isPlanned()) return;
	try {
		checkDay(run, all, await listRecent(run), taken);
	} catch (error) {
		for (const row of taken.filter(isIn('planned'))) row.withhold(error);
	}
}
