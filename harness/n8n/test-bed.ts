/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { N8nClient } from './client';
import { type N8nInstance, type StartOptions, newUserFolder, startN8n } from './instance';
import { packPackage } from '../package/pack';
import { undoable } from '../system/undo';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../sandbox/server';

/** Enough for a cold machine to pack the package and start n8n; for jest's `beforeAll`. */
export const START_TIMEOUT_MS = 180_000;

/** Preparing the editor's files takes seconds, and few tests open it. */
const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

export interface TestBedOptions {
	sandbox?: SandboxOptions;
	/** `tarball` is the package, if not that of this checkout. */
	n8n?: Partial<Omit<StartOptions, 'userFolder'>>;
}

/** A sandbox, a credential for it, and a real n8n with the packed package that others may use too. */
export interface Guest {
	sandbox: RunningSandbox;
	/** In a shared n8n, `logs` is what it printed while it started. */
	n8n: Pick<N8nInstance, 'url' | 'logs'>;
	client: N8nClient;
	credentialId: string;
	/** The one folder that n8n may read files from. */
	filesFolder: string;
	stop(): Promise<void>;
}

/** The same with an n8n that no other test uses, so that the test may stop, kill and start it. */
export interface TestBed extends Guest {
	n8n: N8nInstance;
}

export type Host<N8n = Guest['n8n']> = { n8n: N8n } & Pick<Guest, 'client' | 'filesFolder'>;

/** Starts n8n, its editor included, with the package, and sets up its owner. */
export async function startHost({ n8n: given }: TestBedOptions = {}): Promise<Host<N8nInstance>> {
	const userFolder = await newUserFolder();
	const filesFolder = path.join(userFolder, 'files');
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder, ...given?.env };
	const tarball = given?.tarball ?? (await packPackage());
	const n8n = await startN8n({ ...given, userFolder, tarball, env });
	const client = new N8nClient(n8n.url);
	await client.setupOwner();
	return { n8n, client, filesFolder };
}

/** Starts a sandbox, with a credential in an n8n that is already running. `stop()` ends the sandbox. */
export const visit = async <N8n extends Guest['n8n']>(
	{ n8n, client, filesFolder }: Host<N8n>,
	options: Pick<TestBedOptions, 'sandbox'> = {},
): Promise<Guest & { n8n: N8n }> =>
	await undoable(async (undo) => {
		const sandbox = await startSandbox(options.sandbox);
		undo(sandbox.close);
		const data = await sandbox.admin.credential();
		// n8n's own name for it.
		const credentialId = await client.createCredential('gmcApi', 'GMC account', data);
		return { sandbox, n8n, client, credentialId, filesFolder };
	});

/** Starts a sandbox for an n8n that somebody else has started, with the package, and that nobody has used yet. */
export async function visitRunning(url: string, filesFolder: string): Promise<Guest> {
	const client = new N8nClient(url);
	await client.setupOwner();
	return await visit({ n8n: { url, logs: () => '' }, client, filesFolder });
}

/** Starts an n8n and a sandbox. `stop()` ends both. */
export const startTestBed = async (options: TestBedOptions = {}): Promise<TestBed> =>
	await undoable(async (undo) => {
		const { n8n } = options;
		const host = await startHost({ n8n: { ...n8n, env: { ...WITHOUT_EDITOR, ...n8n?.env } } });
		undo(async () => await host.n8n.stop({ removeFolder: true }));
		const guest = await visit(host, options);
		undo(guest.stop);
		return guest;
	});
