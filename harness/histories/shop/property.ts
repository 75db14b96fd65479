import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { Service } from '../../engine/service';
import { failureOf, type Start } from '../check';
import { histories } from './generate';
import type { History } from './history';
import type { Result } from './play';
import { play } from './play';

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
 * Plays random histories of a shop.
 *
 * @param note called with what each came to, those of the shrinking too
 * @returns the smallest one that failed, what went wrong in it, and how to play it again; undefined: all are well
 */
export async function campaign(
	service: Service,
	start: Start,
	note: (result: Result) => void = () => {},
): Promise<string | undefined> {
	const playOne = async (history: History) => {
		const result = await play(service, history);
		note(result);
		const { story, problems } = result;
		const told = [...story, ...problems.map((one) => `! ${one}`)];
		return problems.length === 0 ? undefined : told.join('\n');
	};
	const failure = await failureOf(histories, playOne, start);
	if (failure === undefined) return undefined;
	const again = `npm run campaign -- --seed ${start.seed} --path ${failure.path}`;
	return `${failure.story}\nplay it again: ${again}`;
}

/** A short campaign; the long one is `npm run campaign`. */
export function campaignTest(seed: number, numRuns: number): void {
	const service = Service.forThisFile();
	beforeAll(hurry);
	test(`${numRuns} histories of a shop: nobody is paid twice, nobody is forgotten`, async () => {
		expect(await campaign(service, { seed, numRuns })).toBeUndefined();
	}, 600_000);
}
