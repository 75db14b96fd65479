/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { EVENTS } from '../../nodes/Gmc/core/polling/event';
import { Service } from '../engine/service';
import { repoRoot } from '../system/paths';
import { histories } from './shop/generate';
import { play as playShop } from './shop/play';
import { historyOf } from './trigger/history';
import { play as playTrigger } from './trigger/player';

/** What random histories are about: the days of a shop, or an event of the trigger. */
export const SUBJECTS = ['shop', ...EVENTS] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Where a series of random histories begins. `path` plays one failure again. */
interface Start {
	seed: number;
	path?: string;
	numRuns: number;
}

/** Plays random histories. @returns the smallest that failed, why, and how to play it again; undefined if none did */
export async function campaign(
	service: Service,
	of: Subject,
	start: Start,
): Promise<string | undefined> {
	const property =
		of === 'shop'
			? failing(histories, service, playShop)
			: failing(historyOf(of), service, playTrigger);
	const check = await fc.check(property, start);
	if (!check.failed) return undefined;
	const again = `npm run campaign -- --of ${of} --seed ${start.seed} --path ${check.counterexamplePath}`;
	return `${(check.errorInstance as Error).message}\n\nPlay it again: ${again}`;
}

/** A property that does not hold for a history that has a story of what went wrong. */
const failing = <One>(
	all: fc.Arbitrary<One>,
	service: Service,
	play: (service: Service, one: One) => Promise<string | undefined>,
) =>
	fc.asyncProperty(all, async (one) => {
		const story = await play(service, one);
		if (story !== undefined) throw new Error(story);
	}) as fc.IAsyncProperty<unknown>;

/** The first digits of the commit, so that each commit tries other histories; 1 without git. */
function seedOfCommit(): number {
	const git = ['rev-parse', '--short=7', 'HEAD'];
	const { status, stdout } = spawnSync('git', git, { cwd: repoRoot, encoding: 'utf8' });
	return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 1;
}

/** A short campaign. `npm run campaign` runs longer ones. */
export function campaignTest(subjects: readonly Subject[], numRuns: number): void {
	const service = Service.forThisFile();
	const seed = seedOfCommit();
	test.each(subjects)(
		`${numRuns} histories of %s`,
		async (of) => expect(await campaign(service, of, { seed, numRuns })).toBeUndefined(),
		600_000,
	);
}
