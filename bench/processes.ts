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

/** The journal keeps every request of a measurement. */
const SERVICE_HEAP_MB = 8192;

/**
 * Compiles the service with TypeScript itself: tsx adds calls to every inner function, which slows down long lists.
 */
async function compileService(): Promise<void> {
	const tsc = path.join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	await run(process.execPath, [tsc, '-p', path.join(repoRoot, 'bench')]);
}

/** The address of the service, which its process sends first. */
async function urlOf(child: ChildProcess): Promise<string> {
	return await new Promise((resolve, reject) => {
		child.once('message', (message) => resolve((message as { url: string }).url));
		child.once('error', reject);
		child.once('exit', (code, signal) =>
			reject(new Error(`The service of the benchmark ended early (${signal ?? code})`)),
		);
	});
}

export interface Service {
	admin: SandboxClient;
	/** Without `/api`. */
	url: string;
	reset(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts a sandbox in a process of its own, which ends when this one does. */
export async function startService(settings: SandboxSettingsInput): Promise<Service> {
	await compileService();
	const child = fork(path.join(compiled, 'service.js'), [JSON.stringify(settings)], {
		execArgv: [`--max-old-space-size=${SERVICE_HEAP_MB}`],
		// stdout is for the table.
		stdio: ['ignore', 2, 2, 'ipc'],
	});
	const url = await urlOf(child);
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
