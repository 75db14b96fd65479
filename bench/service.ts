/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { startSandbox } from '../sandbox/server';
import type { SandboxSettingsInput } from '../sandbox/settings';

// A process of its own, so that what the service costs is not counted as a cost of what is measured.

async function main(): Promise<void> {
	const settings = JSON.parse(process.argv[2]) as SandboxSettingsInput;
	const { url } = await startSandbox({ seed: 'large', settings });
	process.send?.({ url });
}

process.on('disconnect', () => process.exit());
void main();
