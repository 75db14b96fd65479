/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createInterface } from 'node:readline';
import execa from 'execa';
import { repoRoot } from '../../harness/system/paths';

/** What Jest says of a file. It is shown at once, also where jobs run side by side. */
const FILE_IS_DONE = /^(PASS|FAIL) /;

/** Where the output of a job goes: to the user as it comes, or, of one among several, into `text`. */
export interface Output {
	isLive: boolean;
	text: string;
	/** Tests that have failed, a line each. */
	failures: string[];
}

/** Runs a command; answers with its exit code. */
export async function runCommand(
	command: string,
	args: string[],
	output: Output,
	options: { discardStdout?: boolean } = {},
): Promise<number> {
	const shown = output.isLive ? 'inherit' : 'pipe';
	const stdout = options.discardStdout ? 'ignore' : shown;
	const how = { cwd: repoRoot, stdin: 'ignore', stdout, stderr: shown } as const;
	const child = execa(command, args, { ...how, buffer: false, reject: false });
	for (const stream of [child.stdout, child.stderr]) {
		if (stream === null) continue;
		createInterface({ input: stream }).on('line', (line) => {
			output.text += `${line}\n`;
			if (FILE_IS_DONE.test(line)) process.stdout.write(`${line}\n`);
		});
	}
	return (await child).exitCode ?? -1;
}
