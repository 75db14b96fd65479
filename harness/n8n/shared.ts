/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { N8nClient } from './client';
import { type Guest, type TestBedOptions, startHost, visit } from './test-bed';
import type { Session } from './http';

/** How Jest's workers learn of the n8n that their files share. */
const VARIABLE = 'GMC_SHARED_N8N';

/**
 * Half of n8n's work in these tests is a new isolate for each execution, needed or not. Files with an n8n of their own keep
 * n8n's default.
 */
const LAZY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

interface SharedN8n {
	url: string;
	filesFolder: string;
	session: Session;
	/** What n8n printed while it started and was asked for its nodes. */
	log: string;
}

/**
 * Starts the n8n that the test files of a run of Jest share: all that neither end it nor need settings of
 * their own. @returns what ends it
 */
export async function startShared(): Promise<() => Promise<void>> {
	const { n8n, client, filesFolder } = await startHost({ n8n: { env: LAZY } });
	await mkdir(filesFolder, { recursive: true });
	await client.nodeTypes();
	const { url } = n8n;
	const shared: SharedN8n = { url, filesFolder, session: client.session, log: n8n.logs() };
	process.env[VARIABLE] = JSON.stringify(shared);
	return async () => {
		delete process.env[VARIABLE];
		await n8n.stop({ removeFolder: true });
	};
}

/** A place of its own in the shared n8n: sandbox, credential and folder for files. */
export async function visitShared(options: TestBedOptions = {}): Promise<Guest> {
	const text = process.env[VARIABLE];
	if (text === undefined) throw new Error('No n8n is shared: the Jest project has no globalSetup');
	const { url, session, log, ...shared } = JSON.parse(text) as SharedN8n;
	const client = new N8nClient(url, session);
	const filesFolder = await mkdtemp(path.join(shared.filesFolder, 'guest-'));
	return await visit({ n8n: { url, logs: () => log }, client, filesFolder }, options);
}
