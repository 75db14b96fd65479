import { number, tally } from '../texts/words';
import type { Failure } from '../service/failure';
import { isFatal } from '../service/failure';

/** The outcome of a row of `balance: add` (reference.md "The five outcomes"). */
export type Outcome = 'issued' | 'skipped' | 'rejected' | 'unknown' | 'notAttempted';

/** A failed row is `rejected` only if it is proven not done (CONTRIBUTING M1). A conflict may be with this very top-up. */
export function outcomeOf({ proof, statusCode }: Failure): 'rejected' | 'unknown' {
	return proof === 'unknown' || statusCode === 409 ? 'unknown' : 'rejected';
}

/**
 * Whether the run sends no more rows: after an unknown, which the next rows may repeat, and after a refusal that is
 * about the integration and not about the row (CONTRIBUTING M6).
 */
export function stopsRun(failure: Failure): boolean {
	return failure.proof === 'unknown' || isFatal(failure) || failure.statusCode === 403;
}

/** Such as `2 issued, 1 unknown, 17 not attempted`, in the order of the reference. */
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
