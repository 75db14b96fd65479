/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repoRoot } from '../harness/system/paths';
import { run } from '../harness/system/run';

/** Where tsconfig.json puts the compiled files: beside the modules, so that they are found. */
const compiled = path.join(repoRoot, 'node_modules', '.cache', 'gmc-bench', 'bench');

/**
 * Compiles what is measured, or answers what is measured, with TypeScript itself, as the package is built:
 * tsx adds calls to every inner function, which a list of 100,000 additions feels.
 */
export async function compilePrograms(): Promise<void> {
	const tsc = path.join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	await run(process.execPath, [tsc, '-p', path.join(repoRoot, 'bench')]);
}

/** Starts a compiled program of the benchmarks, such as `rows/service`. It ends when this process does. */
export function startProgram(name: string, input: object, execArgv: string[]): ChildProcess {
	return fork(path.join(compiled, `${name}.js`), [JSON.stringify(input)], {
		execArgv,
		// stdout is for the table.
		stdio: ['ignore', 2, 2, 'ipc'],
		env: { ...process.env, N8N_LOG_LEVEL: 'silent' },
	});
}

/** The first thing a program tells. */
export async function answerOf<T>(child: ChildProcess): Promise<T> {
	return await new Promise((resolve, reject) => {
		child.once('message', (message) => resolve(message as T));
		child.once('error', reject);
		child.once('exit', (code, signal) =>
			reject(new Error(`A program of the benchmark ended early (${signal ?? code})`)),
		);
	});
}

/** Ends a program and waits until it is gone. */
export async function endProgram(child: ChildProcess): Promise<void> {
	const ended = child.exitCode === null ? once(child, 'exit') : undefined;
	child.kill();
	await ended;
}
