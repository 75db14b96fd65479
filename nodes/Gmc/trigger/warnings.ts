import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { ClockJump, Clocks } from '../core/time/clocks';
import { jumpBetween } from '../core/time/clocks';
import type { PendingAddition } from '../core/polling/pending';
import { MAX_PENDING_DAYS } from '../core/polling/pending';
import { en } from '../core/texts/en';
import { log as lines } from '../core/texts/log';
import type { Message, Texts } from '../core/texts/message';
import type { Period } from '../core/time/time';
import { textsFor } from '../shared/language';
import { log } from '../shared/log';
import { memoryOf } from './memory';

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
	const message: Message = ({ rows, trigger }) =>
		trigger.listCut({ periods: cutPeriods.map((period) => rows.period(period)) });
	log(context, 'warn', message(en));
	const memory = memoryOf(context);
	const report = `${DateTime.utc().toISODate()} ${JSON.stringify(cutPeriods)}`;
	if (!mayThrow || memory.reportedCut === report) return;
	memory.reportedCut = report;
	const texts = textsFor(context);
	throw new NodeOperationError(context.getNode(), message(texts), {
		description: texts.trigger.askForWholeList,
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
	const message: Message = ({ trigger }) => wordsOf(jump, trigger);
	log(context, 'warn', message(en));
	if (!mayThrow) return last!;
	memory.reportedJump = report;
	const texts = textsFor(context);
	const { staysWhole, compareLists } = texts.trigger;
	const description = jump.kind === 'apart' ? staysWhole : compareLists;
	throw new NodeOperationError(context.getNode(), message(texts), { description });
}

function wordsOf(jump: ClockJump, { clocksApart, clockBack }: Texts['trigger']): string {
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
