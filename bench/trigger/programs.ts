/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repoRoot } from '../../harness/system/paths';
import { run } from '../../harness/system/run';
import type { PollerInput, PollerResult, Stock } from './types';

/** Where this folder's tsconfig.json puts the compiled files: beside the modules, so that they are found. */
const compiled = path.join(repoRoot, 'node_modules', '.cache', 'gmc-bench-trigger');

/** The service needs room to make a list of a million additions, and the measurement is not about it. */
const SERVICE_HEAP_MB = 8192;

/**
 * Compiles what is measured with TypeScript itself, as the package is built: tsx adds calls to every inner
 * function, which a list of 100,000 additions feels.
 */
export async function compilePrograms(): Promise<void> {
	const tsc = path.join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	await run(process.execPath, [tsc, '-p', path.join(repoRoot, 'bench', 'trigger')]);
}

/** Starts a program of this folder. It ends when this process does. */
function start(program: 'service' | 'poller', input: object, execArgv: string[]): ChildProcess {
	return fork(
		path.join(compiled, 'bench', 'trigger', `${program}.js`),
		[JSON.stringify(input)],
		// stdout is for the table.
		{ execArgv, stdio: ['ignore', 2, 2, 'ipc'], env: { ...process.env, N8N_LOG_LEVEL: 'silent' } },
	);
}

/** The first thing a program tells. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
	return await new Promise((resolve, reject) => {
		child.once('message', (message) => resolve(message as T));
		child.once('error', reject);
		child.once('exit', (code, signal) =>
			reject(new Error(`A program of the benchmark ended early (${signal ?? code})`)),
		);
	});
}

/** Lets `use` have the address of a sandbox that holds `stock`. */
export async function withService<T>(stock: Stock, use: (url: string) => Promise<T>): Promise<T> {
	const service = start('service', stock, [`--max-old-space-size=${SERVICE_HEAP_MB}`]);
	try {
		const { url } = await answerOf<{ url: string }>(service);
		return await use(url);
	} finally {
		const ended = service.exitCode === null ? once(service, 'exit') : undefined;
		service.kill();
		await ended;
	}
}

/** Polls in a process of its own, so that neither memory nor compiled code of another case is in it. */
export async function poll(input: PollerInput): Promise<PollerResult> {
	return await answerOf<PollerResult>(start('poller', input, ['--expose-gc']));
}
