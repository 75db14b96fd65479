/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { Session } from 'node:inspector/promises';

/** How often each function of the nodes was called, by its file, name and place. */
export type Steps = ReadonlyMap<string, number>;

const OF_NODES = /^.*[\\/]nodes[\\/]Gmc[\\/]/;

/**
 * Counts the calls of the nodes' functions, as V8 counts them for coverage. Unlike time, they are the same on every
 * machine. What the language itself does, such as copying an array, is not counted.
 */
export async function countSteps(work: () => unknown): Promise<Steps> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		await work();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const counted = result
			.filter(({ url }) => OF_NODES.test(url))
			.flatMap(({ url, functions }) =>
				functions.map(({ functionName, ranges: [{ count, startOffset }] }): [string, number] => [
					`${url.replace(OF_NODES, '')} ${functionName} ${startOffset}`,
					count,
				]),
			);
		return new Map(counted);
	} finally {
		session.disconnect();
	}
}

export const sumOf = (steps: Steps): number =>
	[...steps.values()].reduce((sum, count) => sum + count, 0);

/** How many times as many steps the same work takes with four times as much of what it is about. */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
	const [few, many] = [await countSteps(() => work(size)), await countSteps(() => work(4 * size))];
	return sumOf(many) / sumOf(few);
}
