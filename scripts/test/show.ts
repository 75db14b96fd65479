/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { spawn } from 'node:child_process';
import { repoRoot } from '../../harness/system/paths';

/**
 * Runs a command whose output the user sees as it comes; answers with its exit code. jest writes its
 * report to stderr, and with `--json` a machine's copy of it to stdout.
 */
export async function runShown(
	command: string,
	args: string[],
	options: { discardStdout?: boolean } = {},
): Promise<number> {
	const child = spawn(command, args, {
		cwd: repoRoot,
		stdio: ['ignore', options.discardStdout ? 'ignore' : 'inherit', 'inherit'],
		shell: process.platform === 'win32' && command === 'npm',
	});
	return await new Promise((resolve) => {
		child.once('error', () => resolve(-1));
		child.once('close', (code) => resolve(code ?? -1));
	});
}
