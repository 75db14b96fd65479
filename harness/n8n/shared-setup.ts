import setup from './jest-setup';
import { startShared } from './shared';

let end: (() => Promise<void>) | undefined;

/** Jest's `globalSetup` of projects whose files share an n8n. */
export default async function startForAllFiles(): Promise<void> {
	if (end !== undefined) return;
	await setup();
	end = await startShared();
}

export async function teardown(): Promise<void> {
	await end?.();
	end = undefined;
}
