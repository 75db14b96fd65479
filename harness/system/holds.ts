/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** How often to look whether the event loop turns, in milliseconds. */
const BEAT_MS = 5;

const OF_NODES = /[\\/]nodes[\\/]Gmc[\\/]/;
/** What simulates GMC and n8n in the same process. */
const SIMULATED = /[\\/](sandbox|harness)[\\/]/;

/**
 * Runs `work`, and looks at the process every millisecond.
 *
 * @returns the longest time, in milliseconds, for which the nodes kept others from the event loop, n8n's work for them
 *   included: without garbage collection, and without what simulates GMC and n8n in this process
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
	const session = new Session();
	session.connect();
	const beats = [microseconds()];
	const heart = setInterval(() => beats.push(microseconds()), BEAT_MS);
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.setSamplingInterval', { interval: 1000 });
		await session.post('Profiler.start');
		await work();
		beats.push(microseconds());
		const { profile } = await session.post('Profiler.stop');
		return longestIn(profile, beats) / 1000;
	} finally {
		clearInterval(heart);
		session.disconnect();
	}
}

const microseconds = () => Number(process.hrtime.bigint() / 1000n);

/** @param beats when the event loop turned, in the profile's microseconds */
function longestIn(
	{ nodes, samples = [], timeDeltas = [], ...profile }: Profiler.Profile,
	beats: number[],
): number {
	const isOfNodes = ofNodes(nodes);
	let [longest, held, beat, time] = [0, 0, 0, profile.startTime];
	for (const [at, sample] of samples.entries()) {
		time += timeDeltas[at];
		while (time > beats[beat]) {
			held = 0;
			beat++;
		}
		if (isOfNodes.has(sample)) held += timeDeltas[at];
		longest = Math.max(longest, held);
	}
	return longest;
}

/** @returns the ids of those whose innermost code that is known is the nodes' */
function ofNodes(nodes: Profiler.ProfileNode[]): ReadonlySet<number> {
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((one) => [one, id])),
	);
	const urls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.url]));
	const isOurs = (id: number | undefined): boolean => {
		const url = id === undefined ? undefined : urls.get(id);
		if (url === undefined || SIMULATED.test(url)) return false;
		return OF_NODES.test(url) || isOurs(parents.get(id!));
	};
	return new Set(nodes.map(({ id }) => id).filter(isOurs));
}
