/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import path from 'node:path';
import { N8nClient } from './client';
import { type N8nInstance, type StartOptions, startN8n } from './instance';
import { packPackage } from '../package/pack';
import { fileAccess } from './settings';
import { newUserFolder } from './user-folder';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../sandbox/server';

/** Enough for a cold machine to pack the package and start n8n; for jest's `beforeAll`. */
export const START_TIMEOUT_MS = 180_000;

/** It takes seconds to make the editor's files; hardly any test opens it. */
const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

/** What a test may ask for. */
export interface TestBedOptions {
	sandbox?: SandboxOptions;
	n8n?: Omit<StartOptions, 'tarball' | 'userFolder'>;
	/** Changes the data of the credential before it is saved. */
	credential?: Record<string, unknown>;
}

/** A sandbox, a credential for it, and a real n8n with the packed package that others may use too. */
export interface Guest {
	sandbox: RunningSandbox;
	/** Of an n8n that is shared, `logs` tells what it printed while it started. */
	n8n: Pick<N8nInstance, 'url' | 'logs'>;
	client: N8nClient;
	credentialId: string;
	/** The one folder that n8n may read files from. */
	filesFolder: string;
	stop(): Promise<void>;
}

/** The same with an n8n of its own, which it may stop, kill and start again. */
export interface TestBed extends Guest {
	n8n: N8nInstance;
}

/** An n8n that is up and has its owner. */
export type Host<N8n = Guest['n8n']> = { n8n: N8n } & Pick<Guest, 'client' | 'filesFolder'>;

/** Starts n8n, its editor included, with the package, and sets up its owner. */
export async function startHost({ n8n: given }: TestBedOptions = {}): Promise<Host<N8nInstance>> {
	const userFolder = await newUserFolder();
	const filesFolder = path.join(userFolder, 'files');
	const env = { ...fileAccess(filesFolder), ...given?.env };
	const tarball = await packPackage();
	const n8n = await startN8n({ ...given, userFolder, tarball, env });
	const client = new N8nClient(n8n.url);
	await client.setupOwner();
	return { n8n, client, filesFolder };
}

/** Brings up a sandbox and a credential for it in an n8n that is there; `stop()` ends the sandbox. */
export async function visit<N8n extends Guest['n8n']>(
	{ n8n, client, filesFolder }: Host<N8n>,
	options: Pick<TestBedOptions, 'sandbox' | 'credential'> = {},
): Promise<Guest & { n8n: N8n }> {
	const sandbox = await startSandbox(options.sandbox);
	try {
		const data = { ...(await sandbox.admin.credential()), ...options.credential };
		const credentialId = await client.createCredential('gmcApi', 'GMC', data);
		const stop = async () => await sandbox.close();
		return { sandbox, n8n, client, credentialId, filesFolder, stop };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}

/** Brings up everything an end-to-end test needs; `stop()` takes all of it down again. */
export async function startTestBed(options: TestBedOptions = {}): Promise<TestBed> {
	const { n8n } = options;
	const host = await startHost({ n8n: { ...n8n, env: { ...WITHOUT_EDITOR, ...n8n?.env } } });
	const end = async () => await host.n8n.stop({ removeFolder: true });
	try {
		const guest = await visit(host, options);
		const stop = async () => {
			await end();
			await guest.stop();
		};
		return { ...guest, stop };
	} catch (error) {
		await end();
		throw error;
	}
}
