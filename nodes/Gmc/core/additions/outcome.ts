import type { Failure } from '../service/failure';
import { isFatal } from '../service/failure';

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
