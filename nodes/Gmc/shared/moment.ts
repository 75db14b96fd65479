import type { FunctionsBase } from 'n8n-workflow';
import type { Moment } from '../core/texts/words/wordsIn';

/** An instant (epoch milliseconds) as people are told it: by the workflow's clock. */
export const momentIn = (context: Pick<FunctionsBase, 'getTimezone'>, millis: number): Moment => ({
	millis,
	timeZone: context.getTimezone(),
});
