/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createInterface } from 'node:readline';
import execa from 'execa';

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Another user to run it as; only root may. */
	uid?: number;
	gid?: number;
	/** Gets every line of output as it comes. */
	onLine?: (line: string) => void;
}

export interface RunResult {
	code: number;
	stdout: string;
	/** stdout and stderr, in the order they came. */
	output: string;
}

/** A command that could not be started or ended with another code than 0. */
export class CommandError extends Error {
	constructor(
		readonly command: string,
		readonly code: number,
		readonly output: string,
	) {
		super(`\`${command}\` failed (code ${code})${output ? `:\n${lastLines(output, 30)}` : ''}`);
	}
}

export function lastLines(text: string, count: number): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** Runs a command to its end and answers with its code and output; only a failing start rejects. */
export async function tryRun(
	command: string,
	args: string[],
	{ onLine, env, ...options }: RunOptions = {},
): Promise<RunResult> {
	const child = execa(command, args, {
		...options,
		// Nothing is added to what the caller gives.
		...(env && { env, extendEnv: false }),
		stdin: 'ignore',
		all: true,
		reject: false,
		stripFinalNewline: false,
	});
	if (onLine && child.all) {
		createInterface({ input: child.all }).on('line', (line) => {
			if (line.trim()) onLine(line.trimEnd());
		});
	}
	const ended = await child;
	if (ended.exitCode === undefined && ended.signal === undefined) {
		throw new CommandError(command, -1, (ended as unknown as Error).message);
	}
	return { code: ended.exitCode ?? -1, stdout: ended.stdout, output: ended.all ?? '' };
}

/** Runs a command to its end; rejects with a `CommandError` unless it ends with code 0. */
export async function run(
	command: string,
	args: string[],
	options: RunOptions = {},
): Promise<RunResult> {
	const result = await tryRun(command, args, options);
	if (result.code === 0) return result;
	throw new CommandError([command, ...args].join(' '), result.code, result.output);
}
