/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { cacheDir } from '../../harness/system/paths';
import { requireFreePort } from '../../harness/system/ports';
import { step } from '../../harness/system/progress';
import { N8nClient, type Owner } from '../../harness/n8n/client';
import { ensureN8n } from '../../harness/n8n/install';
import { type N8nInstance, startN8n } from '../../harness/n8n/instance';
import { packPackage } from '../../harness/n8n/pack';
import type { DemoOptions } from './options';
import {
	SAMPLE_NAMES,
	type SampleName,
	fileAccess,
	loadSample,
	provideSpreadsheet,
	withSpreadsheet,
} from '../../harness/samples/samples';

/** Everything the demo consists of, up and running. */
export interface Demo {
	sandbox: RunningSandbox;
	n8n: N8nInstance;
	client: N8nClient;
	owner: Owner;
	workflowIds: Record<SampleName, string>;
}

/** Undoes, last first, whatever has been started so far. */
export type Cleanup = Array<() => Promise<void>>;

async function importSamples(client: N8nClient, credentialId: string, spreadsheet: string) {
	const ids: Array<[SampleName, string]> = [];
	for (const name of SAMPLE_NAMES) {
		const workflow = withSpreadsheet(await loadSample(name), spreadsheet);
		ids.push([name, (await client.importWorkflow(workflow, { credentialId })).id]);
	}
	return Object.fromEntries(ids) as Record<SampleName, string>;
}

async function startFresh(options: DemoOptions, tarball: string, cleanup: Cleanup) {
	// The ports are known to be free by now, so no other demo is at work in this folder.
	const folder = path.join(cacheDir(), `demo-${options.port}`);
	await rm(folder, { recursive: true, force: true });
	const files = path.join(folder, 'files');
	const spreadsheet = await provideSpreadsheet(files);
	const env = fileAccess(files);
	const n8n = await startN8n({ userFolder: folder, tarball, port: options.port, env });
	cleanup.push(() => n8n.stop());
	return { n8n, spreadsheet };
}

/** Brings up the sandbox and n8n, the package, an owner, the credential and the sample workflows. */
export async function setUpDemo(options: DemoOptions, cleanup: Cleanup): Promise<Demo> {
	const npmStart = 'npm start --';
	await requireFreePort(options.port, 'n8n', `${npmStart} --port <number>`);
	await requireFreePort(options.sandboxPort, 'the sandbox', `${npmStart} --sandbox-port <number>`);
	await step('Installing n8n', (onProgress) => ensureN8n(undefined, onProgress));
	const tarball = await step('Building and packing the nodes', packPackage);
	const sandbox = await step('Starting the GMC sandbox', () =>
		startSandbox({ port: options.sandboxPort, seed: 'demo' }),
	);
	cleanup.push(() => sandbox.close());
	const { n8n, spreadsheet } = await step('Starting n8n', () =>
		startFresh(options, tarball, cleanup),
	);
	const client = new N8nClient(n8n.url);
	// n8n asks for a digit and a capital.
	const password = `Demo-${randomBytes(6).toString('hex')}-1`;
	const owner = { email: 'demo@gmc.example', password };
	const workflowIds = await step('Importing the credential and the workflows', async () => {
		await client.setupOwner(owner);
		const credential = await sandbox.admin.credential();
		const credentialId = await client.createCredential('gmcApi', 'GMC sandbox', credential);
		return await importSamples(client, credentialId, spreadsheet);
	});
	return { sandbox, n8n, client, owner, workflowIds };
}
