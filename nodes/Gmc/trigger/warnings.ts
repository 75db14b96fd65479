import { count, periodText } from '../core/texts/words';
import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { ClockJump, Clocks } from '../core/time/clocks';
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
 * Says that a clock has jumped since the last good poll: in n8n's log, and once as a failed execution.
 *
 * @param mayThrow as for `reportCut`
 * @returns what the cursor is to have as the moment of this poll: the last one as long as users are not told
 * @throws NodeOperationError once for each jump
 */
export function reportJump(
	context: IPollFunctions,
	last: Clocks | undefined,
	now: Clocks,
	mayThrow: boolean,
): Clocks {
	const jump = last && jumpBetween(last, now);
	if (jump === undefined) return now;
	const memory = memoryOf(context);
	const report = JSON.stringify(last);
	if (memory.reportedJump === report) return now;
	const message = wordsOf(jump);
	log(context, 'warn', message);
	if (!mayThrow) return last!;
	memory.reportedJump = report;
	const description = jump.kind === 'apart' ? STAYS_WHOLE : COMPARE_LISTS;
	throw new NodeOperationError(context.getNode(), message, { description });
}

function wordsOf(jump: ClockJump): string {
	const days = Math.round(Math.abs(jump.by) / DAY_MS);
	return jump.kind === 'apart'
		? clocksApart({ days, isAhead: jump.by > 0 })
		: clockBack({ days, isService: jump.whose === 'service' });
}

/** Says which pending additions are looked up no longer, so that nothing will be emitted of them. */
export function reportGivenUp(context: IPollFunctions, givenUp: PendingAddition[]): void {
	const named = givenUp.slice(0, MAX_NAMED).map(({ id }) => id);
	const line = lines.givenUp({ all: givenUp.length, days: MAX_PENDING_DAYS, named });
	log(context, 'warn', line);
}

const clocksApart = ({ days, isAhead }: { days: number; isAhead: boolean }) =>
	`Since the last poll n8n's clock has jumped about ${count(days, 'day', 'days')} ${isAhead ? 'ahead of' : 'back against'} GMC's`;

const clockBack = ({ days, isService }: { days: number; isService: boolean }) =>
	`Since the last poll ${isService ? "GMC's" : "n8n's"} clock has gone back about ${count(days, 'day', 'days')}`;

const STAYS_WHOLE =
	'No addition is lost or reported twice by it: the trigger goes by the clock that is behind. Have the machine that n8n runs on set its clock by a time server. This is said once for each jump.';

const COMPARE_LISTS =
	'If that is more than Look Back (Days), additions made while the clock was ahead, or since the last poll, may have been taken for known ones: compare that time with Balance → Get Many. This is said once for each jump.';
