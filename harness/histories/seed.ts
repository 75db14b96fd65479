/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- a tool beside the package, not a part of it */
import { spawnSync } from 'node:child_process';
import { repoRoot } from '../system/paths';

/** The first digits of the commit as a number, so that each commit tries histories of its own; 1 where there is no git. */
export function seedOfCommit(): number {
	const git = ['rev-parse', '--short=7', 'HEAD'];
	const { status, stdout } = spawnSync('git', git, { cwd: repoRoot, encoding: 'utf8' });
	return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 1;
}
