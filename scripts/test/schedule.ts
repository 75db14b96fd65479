/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { availableParallelism, totalmem } from 'node:os';

/** What three n8n and the tests take: the most that a part has at once. */
const BYTES_PER_JOB = 3 * 2 ** 30;

/** A container may have less than its machine. */
const memory = () => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** How many jobs this machine can run at once without making each other late. */
export function slots(): number {
	return Math.max(1, Math.min(availableParallelism(), Math.floor(memory() / BYTES_PER_JOB)));
}

/** Does the jobs in their order, as many at once as there are slots. */
export async function sideBySide<T>(
	jobs: T[],
	count: number,
	work: (job: T) => Promise<void>,
): Promise<void> {
	const waiting = [...jobs];
	const slot = async () => {
		for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await work(job);
	};
	await Promise.all(Array.from({ length: count }, slot));
}
