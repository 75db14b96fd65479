/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { SandboxClient } from '../../sandbox/client';
import { repoRoot } from '../../harness/system/paths';
import { run } from '../../harness/system/run';

/** Where tsconfig.json puts the compiled files: beside the modules, so that they are found. */
const compiled = path.join(repoRoot, 'node_modules', '.cache', 'gmc-bench-rows');

/** The journal keeps every request of a measurement. */
const HEAP_MB = 4096;

/** A sandbox in a process of its own. */
export interface ServiceProcess {
	admin: SandboxClient;
	/** Base URL of the service, with `/api`. */
	baseUrl: string;
	/** As it was at the start, without the faults. */
	reset(): Promise<void>;
	stop(): Promise<void>;
}

/** Compiled as the package is: tsx would slow the service down, and with it what waits for it. */
async function compile(): Promise<void> {
	const tsc = path.join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	await run(process.execPath, [tsc, '-p', path.join(repoRoot, 'bench', 'rows')]);
}

/** Starts a sandbox with so many customers in a process of its own, which ends when this one does. */
export async function startService(customers: number): Promise<ServiceProcess> {
	await compile();
	const child = fork(
		path.join(compiled, 'bench', 'rows', 'service.js'),
		[JSON.stringify({ customers })],
		{ execArgv: [`--max-old-space-size=${HEAP_MB}`], stdio: ['ignore', 2, 2, 'ipc'] },
	);
	const [{ url }] = (await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(([code, signal]: unknown[]) => {
			throw new Error(`The sandbox of the benchmark ended early (${String(signal ?? code)})`);
		}),
	])) as [{ url: string }];
	const admin = new SandboxClient(url);
	const reset = async () => void (await admin.reset({ settings: { seedSize: customers } }));
	const stop = async () => {
		const ended = child.exitCode === null ? once(child, 'exit') : undefined;
		child.kill();
		await ended;
	};
	return { admin, baseUrl: `${url}/api`, reset, stop };
}
