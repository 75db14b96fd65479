/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { spawn } from 'node:child_process';

/** What a command is run with. */
export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Another user to run it as; only root may. */
	uid?: number;
	gid?: number;
	/** Gets every line of output as it comes. */
	onLine?: (line: string) => void;
}

/** What a finished command left behind. */
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

/** The last `count` lines of a text. */
export function lastLines(text: string, count: number): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** Runs a command to its end and answers with its code and output; only a failing start rejects. */
export async function tryRun(
	command: string,
	args: string[],
	options: RunOptions = {},
): Promise<RunResult> {
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		uid: options.uid,
		gid: options.gid,
		stdio: ['ignore', 'pipe', 'pipe'],
		// npm and npx are .cmd files on Windows, which only a shell can start.
		shell: process.platform === 'win32' && !command.endsWith('.exe'),
	});
	let stdout = '';
	let output = '';
	const take = (text: string) => {
		output += text;
		for (const line of text.split('\n')) if (line.trim()) options.onLine?.(line.trimEnd());
	};
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		stdout += text;
		take(text);
	});
	child.stderr.setEncoding('utf8').on('data', take);
	return await new Promise((resolve, reject) => {
		child.once('error', (error) => reject(new CommandError(command, -1, error.message)));
		child.once('close', (code) => resolve({ code: code ?? -1, stdout, output }));
	});
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
