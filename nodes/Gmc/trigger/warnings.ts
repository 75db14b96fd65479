import { periodText } from '../core/texts/words';
import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { MAX_MISSING_DAYS } from '../core/polling/unsettled';
import { log as lines } from '../core/texts/log';
import type { Period } from '../core/time/time';
import { utcDay } from '../core/time/time';
import { memoryOf } from './memory';
import { log } from '../shared/context';

/** Ids that are named in one line of the log. */
const MAX_NAMED = 20;

/**
 * Says that the list holds more additions than the service gives, even day by day. In every poll to n8n's
 * log, and once a day as a failed execution, where users look.
 *
 * @param mayThrow false when the poll has something to emit, or when an activation waits for it
 * @throws NodeOperationError once a day
 */
export function reportCut(context: IPollFunctions, cutPeriods: Period[], mayThrow: boolean): void {
	if (cutPeriods.length === 0) return;
	const message = `GMC's list of top-ups is incomplete for ${cutPeriods.map(periodText).join(', ')}: top-ups of that time may be missed`;
	log(context, 'warn', message);
	const memory = memoryOf(context);
	const today = utcDay(Date.now());
	if (!mayThrow || memory.reportedCut === today) return;
	memory.reportedCut = today;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'GMC counts more top-ups than it sends, even for a single day. The trigger goes on with those it sends, and fails once a day to tell you. Ask GMC for a complete list, and compare that time with Balance: Get Many.',
	});
}

/** Says which missing additions are looked up no longer, so that nothing will be emitted of them. @param ids theirs */
export function reportGivenUp(context: IPollFunctions, ids: string[]): void {
	if (ids.length === 0) return;
	const named = ids.slice(0, MAX_NAMED);
	log(context, 'warn', lines.givenUp({ all: ids.length, days: MAX_MISSING_DAYS, named }));
}
