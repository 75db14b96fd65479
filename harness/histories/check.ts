import fc from 'fast-check';

/** Where a series of random histories begins; `path` plays one failure again. */
export interface Start {
	seed: number;
	path?: string;
	numRuns: number;
}

/**
 * Plays random histories.
 *
 * @param play tells what went wrong and behind what; undefined: all is well. Called for those of the shrinking, too
 * @returns the smallest one that failed, as `play` told it, and the path to it; undefined: all are well
 */
export async function failureOf<History>(
	histories: fc.Arbitrary<History>,
	play: (history: History) => Promise<string | undefined>,
	start: Start,
): Promise<{ story: string; path: string } | undefined> {
	const property = fc.asyncProperty(histories, async (history) => {
		const story = await play(history);
		if (story !== undefined) throw new Error(story);
	});
	const check = await fc.check(property, start);
	if (!check.failed) return undefined;
	return { story: (check.errorInstance as Error).message, path: check.counterexamplePath! };
}
