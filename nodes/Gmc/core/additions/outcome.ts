import { number, tally } from '../texts/words';
import type { Failure } from '../service/failure';
import { isFatal } from '../service/failure';

/** How a row of `balance: add` ends (reference.md "The five outcomes"). */
export type Outcome = 'issued' | 'skipped' | 'rejected' | 'unknown' | 'notAttempted';

/** A failed row is `rejected` only where it is proven that nothing was done (CONTRIBUTING M1). */
export function outcomeOf(failure: Failure): 'rejected' | 'unknown' {
	return failure.proof === 'unknown' ? 'unknown' : 'rejected';
}

/**
 * Whether rows that were not sent yet are kept back: after an unknown, which may repeat itself row by row,
 * and after a refusal that is about the integration, not about the row (CONTRIBUTING M6).
 */
export function stopsRun(failure: Failure): boolean {
	return failure.proof === 'unknown' || isFatal(failure) || failure.statusCode === 403;
}

/** `2 issued, 1 unknown, 17 not attempted`: only what occurs, in the order of the reference. */
export function summarize(outcomes: Outcome[]): string {
	const counts = { issued: 0, skipped: 0, rejected: 0, unknown: 0, notAttempted: 0 };
	for (const outcome of outcomes) counts[outcome]++;
	return tally(counts, {
		issued: (n) => `${number(n)} issued`,
		skipped: (n) => `${number(n)} skipped`,
		rejected: (n) => `${number(n)} rejected`,
		unknown: (n) => `${number(n)} unknown`,
		notAttempted: (n) => `${number(n)} not attempted`,
	});
}
