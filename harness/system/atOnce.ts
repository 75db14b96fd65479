import type { Sliced } from '../../nodes/Gmc/core/util/slices';

/** Does all slices of some work at once. @param between called after each of them but the last */
export function atOnce<Result>(work: Sliced<Result>, between = () => {}): Result {
	for (;;) {
		const slice = work.next();
		if (slice.done) return slice.value;
		between();
	}
}
