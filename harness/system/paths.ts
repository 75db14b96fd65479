/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';

export const repoRoot = path.resolve(__dirname, '../..');

/** Everything that is downloaded or made on the way goes here; `GMC_CACHE_DIR` moves it. */
export function cacheDir(): string {
	const moved = process.env.GMC_CACHE_DIR;
	return moved ? path.resolve(moved) : path.join(repoRoot, '.cache');
}
