/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createInterface } from 'node:readline';
import execa from 'execa';

export interface RunOptions {
	cwd?: string;
	/** Nothing is added to it. */
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

export const lastLines = (text: string, count: number): string =>
	text.trimEnd().split('\n').slice(-count).join('\n');

/** Runs a command to its end and answers with its code and output; only a failing start rejects. */
export async function tryRun(
	command: string,
	args: string[],
	{ onLine, ...options }: RunOptions = {},
): Promise<RunResult> {
	const how = { stdin: 'ignore', all: true, reject: false, stripFinalNewline: false } as const;
	const child = execa(command, args, { ...options, ...how, extendEnv: options.env === undefined });
	if (onLine && child.all) {
		createInterface({ input: child.all }).on('line', (line) => {
			if (line.trim()) onLine(line.trimEnd());
		});
	}
	const ended = await child;
	const { exitCode, signal, stdout, all = '' } = ended;
	if (exitCode === undefined && signal === undefined) {
		throw new CommandError(command, -1, (ended as unknown as Error).message);
	}
	return { code: exitCode ?? -1, stdout, output: all };
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
