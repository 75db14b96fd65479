import { periodText } from '../core/texts/words';
import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { Clocks } from '../core/time/clocks';
import { jumpBetween } from '../core/time/clocks';
import type { PendingAddition } from '../core/polling/pending';
import { MAX_PENDING_DAYS } from '../core/polling/pending';
import { log as lines } from '../core/texts/log';
import type { Period } from '../core/time/time';
import { memoryOf } from './memory';
import { log } from '../shared/context';

/** Ids that are named in one line of the log. */
const MAX_NAMED = 20;
const DAY_MS = 86_400_000;

/**
 * Says that the list holds more additions than the service gives, even day by day. In every poll to n8n's
 * log, and once a day as a failed execution, where users look.
 *
 * @param mayThrow false when the poll has something to emit, or when an activation waits for it
 * @throws NodeOperationError once a day
 */
export function reportCut(context: IPollFunctions, cutPeriods: Period[], mayThrow: boolean): void {
	const message = `GMC's list of additions comes cut for ${cutPeriods.map(periodText).join(', ')}: additions of that time may be missed`;
	log(context, 'warn', message);
	const memory = memoryOf(context);
	const report = `${DateTime.utc().toISODate()} ${JSON.stringify(cutPeriods)}`;
	if (!mayThrow || memory.reportedCut === report) return;
	memory.reportedCut = report;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'GMC counts more additions than it sends, even for a single day. The trigger goes on with those it sends; this is said once a day. Ask GMC for a complete list, and compare that time with Balance → Get Many.',
	});
}

/**
 * Says in n8n's log that a clock has jumped since the last poll, once for each jump.
 *
 * @param stored what the clocks showed at the last poll that n8n has stored, for the first poll of a process
 */
export function reportJump(context: IPollFunctions, stored: Clocks | undefined, now: Clocks): void {
	const memory = memoryOf(context);
	const last = memory.polledAt ?? stored;
	memory.polledAt = now;
	const jump = last && jumpBetween(last, now);
	if (jump === undefined) return;
	const days = Math.round(Math.abs(jump.by) / DAY_MS);
	const line =
		jump.kind === 'apart'
			? lines.clocksApart({ days, isAhead: jump.by > 0 })
			: lines.clockBack({ days, isService: jump.whose === 'service' });
	log(context, 'warn', line);
}

/** Says which pending additions are looked up no longer, so that nothing will be emitted of them. */
export function reportGivenUp(context: IPollFunctions, givenUp: PendingAddition[]): void {
	const named = givenUp.slice(0, MAX_NAMED).map(({ id }) => id);
	const line = lines.givenUp({ all: givenUp.length, days: MAX_PENDING_DAYS, named });
	log(context, 'warn', line);
}
