/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repoRoot } from '../harness/system/paths';
import { run } from '../harness/system/run';
import { SandboxClient } from '../sandbox/client';
import type { SandboxSettingsInput } from '../sandbox/settings';

/** Where tsconfig.json puts the compiled files: beside the modules, so that they are found. */
const compiled = path.join(repoRoot, 'node_modules', '.cache', 'gmc-bench', 'bench');

/** The journal keeps every request of a measurement, and a list may have a million additions. */
const SERVICE_HEAP_MB = 8192;

/**
 * Compiles what is measured, or answers what is measured, with TypeScript itself, as the package is built:
 * tsx adds calls to every inner function, which a list of 100,000 additions feels.
 */
async function compilePrograms(): Promise<void> {
	const tsc = path.join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	await run(process.execPath, [tsc, '-p', path.join(repoRoot, 'bench')]);
}

/** Starts a compiled program of the benchmarks. It ends when this process does. */
function startProgram(name: string, input: object, execArgv: string[]): ChildProcess {
	return fork(path.join(compiled, `${name}.js`), [JSON.stringify(input)], {
		execArgv,
		// stdout is for the table.
		stdio: ['ignore', 2, 2, 'ipc'],
		env: { ...process.env, N8N_LOG_LEVEL: 'silent' },
	});
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

/** A sandbox in a process of its own. */
export interface Service {
	admin: SandboxClient;
	/** Without `/api`. */
	url: string;
	/** As it was at the start. */
	reset(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts a sandbox in a process of its own, which ends when this one does. */
export async function startService(settings: SandboxSettingsInput): Promise<Service> {
	await compilePrograms();
	const child = startProgram('service', settings, [`--max-old-space-size=${SERVICE_HEAP_MB}`]);
	const { url } = await answerOf<{ url: string }>(child);
	const admin = new SandboxClient(url);
	return {
		admin,
		url,
		reset: async () => void (await admin.reset({ settings })),
		stop: async () => {
			const ended = child.exitCode === null ? once(child, 'exit') : undefined;
			child.kill();
			await ended;
		},
	};
}
