import fc from 'fast-check';
import { delays } from '../../nodes/Gmc/core/pace/delays';
import { Service } from '../engine/service';
import { histories } from './generate';
import type { Result } from './play';
import { play } from './play';

/** Where a run of histories begins: `path` plays one failure again. */
export interface Start {
	seed: number;
	path?: string;
	numRuns: number;
}

/** Hurries what the node waits for. */
export const hurry = () =>
	Object.assign(delays, {
		retryBaseMs: 1,
		retryMaxMs: 1,
		otherLoginMs: 1,
		keyPauseMs: 0.1,
		reconcileDelaysMs: [1, 5],
	});

/**
 * Plays random histories.
 *
 * @param note called with each, those of the shrinking too
 * @returns the smallest one that failed, what went wrong in it, and how to play it again; undefined: all are well
 */
export async function failureOf(
	service: Service,
	start: Start,
	note: (result: Result) => void = () => {},
): Promise<string | undefined> {
	const property = fc.asyncProperty(histories, async (history) => {
		const result = await play(service, history);
		note(result);
		if (result.problems.length === 0) return;
		throw new Error([...result.story, ...result.problems.map((one) => `! ${one}`)].join('\n'));
	});
	const check = await fc.check(property, start);
	if (!check.failed) return undefined;
	const { errorInstance, counterexamplePath, seed } = check;
	const again = `npm run campaign -- --seed ${seed} --path ${counterexamplePath}`;
	return `${(errorInstance as Error).message}\nplay it again: ${again}`;
}

/** A short campaign; the long one is `npm run campaign`. */
export function campaignTest(seed: number, numRuns: number): void {
	const service = Service.forThisFile();
	beforeAll(hurry);
	test(`${numRuns} histories of a shop: nobody is paid twice, nobody is forgotten`, async () => {
		expect(await failureOf(service, { seed, numRuns })).toBeUndefined();
	}, 600_000);
}
