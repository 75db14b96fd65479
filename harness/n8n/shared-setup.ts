import { startShared } from './shared';

let end: (() => Promise<void>) | undefined;

/** Jest's `globalSetup` of a project whose files share an n8n. */
export default async function setup(): Promise<void> {
	end ??= await startShared();
}

/** For the `globalTeardown`. */
export async function teardown(): Promise<void> {
	await end?.();
	end = undefined;
}
