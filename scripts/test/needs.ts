/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { ensureChromium } from '../../harness/editor/chromium';
import { ensureN8n } from '../../harness/n8n/install';
import { packPackage } from '../../harness/package/pack';
import { ensurePrograms } from '../../harness/queue/programs';
import { type OnProgress, step } from '../../harness/system/progress';
import type { Need, Part } from './parts';

const MAKERS: Record<Need, [title: string, make: (onProgress: OnProgress) => Promise<unknown>]> = {
	package: ['Building and packing the nodes', packPackage],
	n8n: ['Installing n8n', async (onProgress) => await ensureN8n(undefined, onProgress)],
	chromium: ['Looking for Chromium', ensureChromium],
	'postgres and redis': ['Looking for PostgreSQL and Redis', ensurePrograms],
};

/** Makes what the parts need. @returns the needs that could not be met; the reasons have been told */
export async function prepare(parts: Part[]): Promise<Set<Need>> {
	const missing = new Set<Need>();
	const meet = async (need: Need) => {
		const [title, make] = MAKERS[need];
		await step(title, make).catch((error: unknown) => {
			process.stdout.write(`${(error as Error).message}\n`);
			missing.add(need);
		});
	};
	await Promise.all([...new Set(parts.flatMap(({ needs }) => needs))].map(meet));
	return missing;
}
