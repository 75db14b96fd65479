import { packPackage } from '../package/pack';
import { step } from '../system/progress';
import { ensureN8n } from './install';

/** Jest's `globalSetup` of projects with a real n8n: the first run takes longer than a test may. */
export default async function setup(): Promise<void> {
	await Promise.all([
		step('Building and packing the nodes', packPackage),
		step('Installing n8n', async (onProgress) => await ensureN8n(undefined, onProgress)),
	]);
}
