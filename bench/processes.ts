/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { type SandboxClient, sandboxClient } from '../sandbox/client';
import type { SandboxSettingsInput } from '../sandbox/settings';
import { repoRoot } from '../harness/system/paths';
import { LOOPBACK, freePort } from '../harness/system/ports';
import { GUARD, Program } from '../harness/system/program';

/** The journal keeps every request of a measurement. */
const HEAP = '--max-old-space-size=8192';

export interface Service {
	admin: SandboxClient;
	/** Without `/api`. */
	url: string;
	reset(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts a sandbox in a process of its own, so that its cost is not counted as a cost of what is measured. */
export async function startService(settings: SandboxSettingsInput): Promise<Service> {
	const port = String(await freePort());
	const node = [process.execPath, HEAP, ...GUARD, '--import', 'tsx'];
	const command = [...node, 'scripts/sandbox/main.ts', '--port', port, '--seed', 'large'];
	const program = new Program({ name: 'sandbox', command, cwd: repoRoot, readyLine: 'Ctrl-C' });
	await program.start();
	const url = `http://${LOOPBACK}:${port}`;
	const admin = sandboxClient(url);
	const reset = async () => void (await admin.reset({ settings }));
	await reset();
	return { admin, url, reset, stop: async () => await program.stop() };
}
