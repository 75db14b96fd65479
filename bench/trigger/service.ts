/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { startSandbox } from '../../sandbox/server';
import { LOOK_BACK_DAYS, type Stock } from './types';

// A process of its own, so that what the service costs is not counted as a cost of polling.

async function main(): Promise<void> {
	const { inside, outside } = JSON.parse(process.argv[2]) as Stock;
	const { url } = await startSandbox({
		seed: 'large',
		settings: {
			seedSize: 100,
			seedAdditions: inside,
			seedAdditionDays: LOOK_BACK_DAYS,
			seedOlderAdditions: outside,
		},
	});
	process.send?.({ url });
}

process.on('disconnect', () => process.exit());
void main();
