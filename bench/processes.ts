/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type SandboxClient, sandboxClient } from '../sandbox/client';
import type { SandboxSettingsInput } from '../sandbox/settings';

/** The journal keeps every request of a measurement. */
const HEAP = '--max-old-space-size=8192';

export interface Service {
	admin: SandboxClient;
	/** Without `/api`. */
	url: string;
	reset(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts a sandbox in a process of its own, which ends when this one does. */
export async function startService(settings: SandboxSettingsInput): Promise<Service> {
	const child = fork(path.join(__dirname, 'service.ts'), [JSON.stringify(settings)], {
		execArgv: ['--import', 'tsx', HEAP],
		// stdout is for the table.
		stdio: ['ignore', 2, 2, 'ipc'],
	});
	const ended = once(child, 'exit');
	const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
	// If the process has ended early, this is its exit code.
	const { url } = (message ?? {}) as { url?: string };
	if (url === undefined) throw new Error('The service of the benchmark ended early');
	const admin = sandboxClient(url);
	return {
		admin,
		url,
		reset: async () => void (await admin.reset({ settings })),
		stop: async () => {
			child.kill();
			await ended;
		},
	};
}
