/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import path from 'node:path';
import {
	type SampleName,
	fileAccess,
	loadSample,
	provideSpreadsheet,
	withSpreadsheet,
} from '../samples/samples';
import { N8nClient } from './client';
import { type N8nInstance, type StartOptions, startN8n } from './instance';
import { packPackage } from '../package/pack';
import type { SavedWorkflow } from './types';
import { newUserFolder } from './user-folder';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../sandbox/server';

/** Enough for a cold machine to pack the package and start n8n; for jest's `beforeAll`. */
export const START_TIMEOUT_MS = 180_000;

/** What a test may ask for. */
export interface TestBedOptions {
	sandbox?: SandboxOptions;
	n8n?: Omit<StartOptions, 'tarball' | 'userFolder'>;
	/** Speaks to n8n; a plain one without it. */
	clientOf?: (url: string) => N8nClient;
	/** Changes the data of the credential before it is saved. */
	credential?: Record<string, unknown>;
}

/** A sandbox and a real n8n with the packed package and a credential for the sandbox. */
export interface TestBed {
	sandbox: RunningSandbox;
	n8n: N8nInstance;
	client: N8nClient;
	credentialId: string;
	/** The one folder that n8n may read files from. */
	filesFolder: string;
	/** Imports a sample of `workflows/`, ready to run on the sample spreadsheet. */
	importSample(name: SampleName): Promise<SavedWorkflow>;
	stop(): Promise<void>;
}

async function startInstance(options: TestBedOptions): Promise<[N8nInstance, string]> {
	const userFolder = await newUserFolder();
	const filesFolder = path.join(userFolder, 'files');
	const env = { ...fileAccess(filesFolder), ...options.n8n?.env };
	const tarball = await packPackage();
	const n8n = await startN8n({ ...options.n8n, userFolder, tarball, env });
	return [n8n, filesFolder];
}

/** Brings up everything an end-to-end test needs; `stop()` takes all of it down again. */
export async function startTestBed(options: TestBedOptions = {}): Promise<TestBed> {
	const sandbox = await startSandbox(options.sandbox);
	try {
		const [n8n, filesFolder] = await startInstance(options);
		const { clientOf = (url) => new N8nClient(url) } = options;
		const client = clientOf(n8n.url);
		await client.setupOwner();
		const data = { ...(await sandbox.admin.credential()), ...options.credential };
		const credentialId = await client.createCredential('gmcApi', 'GMC', data);
		const importSample = async (name: SampleName) => {
			const spreadsheet = await provideSpreadsheet(filesFolder);
			const workflow = withSpreadsheet(await loadSample(name), spreadsheet);
			return await client.importWorkflow(workflow, { credentialId });
		};
		const stop = async () => {
			await n8n.stop({ removeFolder: true });
			await sandbox.close();
		};
		return { sandbox, n8n, client, credentialId, filesFolder, importSample, stop };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}
