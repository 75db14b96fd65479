/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createInterface } from 'node:readline';
import execa from 'execa';

interface RunOptions extends Pick<execa.Options, 'cwd' | 'uid' | 'gid' | 'timeout'> {
	/** Nothing is added to it. */
	env?: NodeJS.ProcessEnv;
	/** Gets every line of output as it comes. */
	onLine?: (line: string) => void;
}

export const lastLines = (text: string, count: number): string =>
	text.trimEnd().split('\n').slice(-count).join('\n');

/** Runs a command to its end; rejects with the end of its output unless it ends with code 0. */
export async function run(
	command: string,
	args: string[],
	{ onLine, ...options }: RunOptions = {},
): Promise<void> {
	const how = { stdin: 'ignore', all: true, extendEnv: options.env === undefined } as const;
	const child = execa(command, args, { ...options, ...how });
	if (onLine && child.all) {
		createInterface({ input: child.all }).on('line', (line) => {
			if (line.trim()) onLine(line.trimEnd());
		});
	}
	await child.catch(({ shortMessage, all = '' }: execa.ExecaError) => {
		throw new Error(`${shortMessage}\n${lastLines(all, 30)}`.trimEnd());
	});
}
