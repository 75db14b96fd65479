import { EVENTS } from '../../nodes/Gmc/core/polling/event';
import { Service } from '../engine/service';
import { failureOf, type Start } from './check';
import { seedOfCommit } from './seed';
import { histories } from './shop/generate';
import type { History } from './shop/history';
import type { Result } from './shop/play';
import { play as playShop } from './shop/play';
import { historyOf } from './trigger/generate';
import { play as playTrigger } from './trigger/play';

/** What random histories are about: the days of a shop, or an event of the trigger. */
export const SUBJECTS = ['shop', ...EVENTS] as const;
export type Subject = (typeof SUBJECTS)[number];

/**
 * Plays random histories.
 *
 * @param note called with what each history of a shop came to, those of the shrinking too
 * @returns the smallest one that failed, what went wrong in it, and how to play it again; undefined: all are well
 */
export async function campaign(
	service: Service,
	of: Subject,
	start: Start,
	note: (result: Result) => void = () => {},
): Promise<string | undefined> {
	const failure =
		of === 'shop'
			? await failureOf(histories, async (one) => await troubleIn(service, one, note), start)
			: await failureOf(historyOf(of), async (one) => await playTrigger(service, one), start);
	if (failure === undefined) return undefined;
	const again = `npm run campaign -- --of ${of} --seed ${start.seed} --path ${failure.path}`;
	return `${failure.story}\n\nPlay it again: ${again}`;
}

async function troubleIn(
	service: Service,
	history: History,
	note: (result: Result) => void,
): Promise<string | undefined> {
	const result = await playShop(service, history);
	note(result);
	const { story, problems } = result;
	return problems.length === 0
		? undefined
		: [...story, ...problems.map((one) => `! ${one}`)].join('\n');
}

/** Short campaigns, other ones with each commit; the long ones are `npm run campaign`. */
export function campaignTest(subjects: readonly Subject[], numRuns: number): void {
	const service = Service.forThisFile();
	const seed = seedOfCommit();
	test.each(subjects)(
		`${numRuns} histories of %s`,
		async (of) => expect(await campaign(service, of, { seed, numRuns })).toBeUndefined(),
		600_000,
	);
}
