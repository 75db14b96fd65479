/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { N8nClient } from './client';
import { type Guest, type TestBedOptions, START_TIMEOUT_MS, startHost, visit } from './test-bed';

const VARIABLE = 'GMC_SHARED_N8N';

/**
 * Half of n8n's work in these tests is a new isolate for each execution, needed or not. Files with an n8n of their own keep
 * n8n's default.
 */
const LAZY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** More than there are files. n8n limits how often users may be invited. */
const GUESTS = 60;

interface SharedN8n {
	url: string;
	filesFolder: string;
	invitations: string[];
	/** What n8n printed while it started and was asked for its nodes. */
	log: string;
}

/** Starts the n8n for all test files that neither stop it nor need their own settings. @returns what stops it */
export async function startShared(): Promise<() => Promise<void>> {
	const { n8n, client, filesFolder } = await startHost({ n8n: { env: LAZY } });
	await mkdir(filesFolder, { recursive: true });
	await client.types('nodes');
	const emails = Array.from({ length: GUESTS }, (_, index) => `guest-${index}@gmc.example`);
	const invitations = await client.invite(emails);
	const shared: SharedN8n = { url: n8n.url, filesFolder, invitations, log: n8n.logs() };
	process.env[VARIABLE] = JSON.stringify(shared);
	return async () => {
		delete process.env[VARIABLE];
		await n8n.stop({ removeFolder: true });
	};
}

/** Takes an invitation. Each has a folder: the test that creates it has taken the invitation. */
async function takeInvitation({ filesFolder, invitations }: SharedN8n) {
	for (const [index, token] of invitations.entries()) {
		const folder = path.join(filesFolder, `guest-${index}`);
		const made = await mkdir(folder).catch((error: Error) => error);
		if (made === undefined) return { token, folder };
	}
	throw new Error('The n8n that is shared has no more guests.');
}

/** A place of its own in the shared n8n: user, sandbox, credential, Data Tables and folder for files. */
export async function visitShared(options: TestBedOptions = {}): Promise<Guest> {
	const text = process.env[VARIABLE];
	if (text === undefined) throw new Error('No n8n is shared: the Jest project has no globalSetup');
	const shared = JSON.parse(text) as SharedN8n;
	const { token, folder: filesFolder } = await takeInvitation(shared);
	const client = new N8nClient(shared.url);
	await client.acceptInvitation(token);
	return await visit(
		{ n8n: { url: shared.url, logs: () => shared.log }, client, filesFolder },
		options,
	);
}

/** The guest of a test file: what it holds is there once the tests begin. */
export function guestForThisFile(): Guest {
	const guest = {} as Guest;
	beforeAll(async () => void Object.assign(guest, await visitShared()), START_TIMEOUT_MS);
	afterAll(async () => await guest.stop());
	return guest;
}
