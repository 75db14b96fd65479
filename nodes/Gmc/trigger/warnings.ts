import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { PendingAddition } from '../core/polling/pending';
import { MAX_PENDING_DAYS } from '../core/polling/pending';
import type { Period } from '../api/wholeList';
import { textsFor } from '../shared/language';
import { log } from '../shared/log';
import { memoryOf } from './memory';

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
	const texts = textsFor(context);
	const periods = cutPeriods.map((period) => texts.rows.period(period)).join(', ');
	const message = `GMC's list of additions comes cut for ${periods}: additions of that time may be missed`;
	log(context, 'warn', message);
	const memory = memoryOf(context);
	const report = `${DateTime.utc().toISODate()} ${periods}`;
	if (!mayThrow || memory.reportedCut === report) return;
	memory.reportedCut = report;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'GMC counts more additions than it sends, even for a single day. The trigger goes on with those it sends; this is said once a day. Ask GMC for a complete list, and compare that time with Balance → Get Many.',
	});
}

/** Says which pending additions are looked up no longer, so that nothing will be emitted of them. */
export function reportGivenUp(context: IPollFunctions, givenUp: PendingAddition[]): void {
	const named = givenUp.slice(0, MAX_NAMED).map(({ id }) => id);
	const more = givenUp.length > named.length ? ` and ${givenUp.length - named.length} more` : '';
	log(
		context,
		'warn',
		`${givenUp.length} additions have not settled, ${MAX_PENDING_DAYS} days after they left the look-back or as the oldest of too many, and are followed no longer: ${named.join(', ')}${more}`,
	);
}
