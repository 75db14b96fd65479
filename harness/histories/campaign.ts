/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
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
type Subject = 'shop' | (typeof EVENTS)[number];

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

/** A short campaign. RUNS sets another length, SEED and HISTORY_PATH repeat a failure: fast-check tells both. */
export function campaignTest(subjects: readonly Subject[], usualRuns: number): void {
	const service = Service.forThisFile();
	const { RUNS = usualRuns, SEED = seedOfCommit(), HISTORY_PATH: path } = process.env;
	const start = { seed: Number(SEED), path, numRuns: path === undefined ? Number(RUNS) : 1 };
	test.each(subjects)(
		`${start.numRuns} histories of %s`,
		async (of) => {
			const property =
				of === 'shop'
					? failing(histories, service, playShop)
					: failing(historyOf(of), service, playTrigger);
			await fc.assert(property, { ...start, includeErrorInReport: true });
		},
		600_000 * Math.ceil(start.numRuns / usualRuns),
	);
}
