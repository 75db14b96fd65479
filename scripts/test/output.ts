/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { spawn } from 'node:child_process';
import { repoRoot } from '../../harness/system/paths';

/** Where the output of a job goes: to the user as it comes, or, of one among several, into `text`. */
export interface Output {
	isLive: boolean;
	text: string;
}

/** Runs a command; answers with its exit code. */
export async function runCommand(
	command: string,
	args: string[],
	output: Output,
	options: { discardStdout?: boolean } = {},
): Promise<number> {
	const shown = output.isLive ? 'inherit' : 'pipe';
	const child = spawn(command, args, {
		cwd: repoRoot,
		stdio: ['ignore', options.discardStdout ? 'ignore' : shown, shown],
		shell: process.platform === 'win32' && command === 'npm',
	});
	const take = (text: string) => {
		output.text += text;
	};
	child.stdout?.setEncoding('utf8').on('data', take);
	child.stderr?.setEncoding('utf8').on('data', take);
	return await new Promise((resolve) => {
		child.once('error', () => resolve(-1));
		child.once('close', (code) => resolve(code ?? -1));
	});
}
