import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { credentialLines } from '../../sandbox/credential';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { cacheDir } from '../../harness/system/paths';
import { requireFreePort } from '../../harness/system/ports';
import { step } from '../../harness/system/progress';
import { N8nClient, type Owner } from '../../harness/n8n/client';
import { ensureN8n } from '../../harness/n8n/install';
import { type N8nInstance, startN8n } from '../../harness/n8n/instance';
import { fileAccess } from '../../harness/n8n/settings';
import type { Cleanup } from './until-stopped';
import {
	SAMPLE_NAMES,
	type SampleName,
	loadSample,
	provideSpreadsheet,
	withSpreadsheet,
} from '../../harness/samples/samples';

/** The options of the command line that choose ports, for `parseArgs`. */
export const PORT_OPTIONS = {
	port: { type: 'string', default: '5678' },
	'sandbox-port': { type: 'string', default: '4010' },
} as const;

function readPort(text: string, option: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`--${option} takes a number from 1 to 65535, not "${text}".`);
}

/** What the demo consists of. */
export interface Demo {
	sandbox: RunningSandbox;
	n8n: N8nInstance;
	client: N8nClient;
	owner: Owner;
	workflowIds: Record<SampleName, string>;
	/** The sheet that the samples read. */
	spreadsheet: string;
}

/** The credential and the samples. */
async function importAll({ client, sandbox, spreadsheet }: Omit<Demo, 'workflowIds'>) {
	const credential = await sandbox.admin.credential();
	const credentialId = await client.createCredential('gmcApi', 'GMC sandbox', credential);
	const ids: Array<[SampleName, string]> = [];
	for (const name of SAMPLE_NAMES) {
		const workflow = withSpreadsheet(await loadSample(name), spreadsheet);
		ids.push([name, (await client.importWorkflow(workflow, { credentialId })).id]);
	}
	return Object.fromEntries(ids) as Record<SampleName, string>;
}

/** The differences between `npm start` and `npm run dev`. */
export interface Surroundings {
	/** The command of the user, for messages. */
	command: string;
	/** Name of n8n's folder in the cache. The port is added to it. */
	folderName: string;
	/** Installs the package in the folder of an n8n that is about to start. */
	providePackage: (userFolder: string) => Promise<void>;
	/** More environment variables for n8n. */
	env?: Record<string, string>;
	onLog?: (text: string) => void;
}

/** An empty folder for n8n, with the package in it. */
async function freshFolder(port: number, surroundings: Surroundings): Promise<string> {
	// The port is free, so no other n8n uses this folder.
	const folder = path.join(cacheDir(), `${surroundings.folderName}-${port}`);
	await rm(folder, { recursive: true, force: true });
	await surroundings.providePackage(folder);
	return folder;
}

/** Starts n8n and lets it read the sample spreadsheet. */
async function startOn(folder: string, port: number, { env, onLog }: Surroundings) {
	const files = path.join(folder, 'files');
	const spreadsheet = await provideSpreadsheet(files);
	const variables = { ...fileAccess(files), ...env };
	const n8n = await startN8n({ userFolder: folder, port, env: variables, onLog });
	return { n8n, spreadsheet };
}

/** Starts the sandbox and n8n, with the package, an owner, the credential and the samples. */
export async function setUp(
	options: Record<keyof typeof PORT_OPTIONS, string>,
	surroundings: Surroundings,
	cleanup: Cleanup,
): Promise<Demo> {
	const port = readPort(options.port, 'port');
	const sandboxPort = readPort(options['sandbox-port'], 'sandbox-port');
	const command = `${surroundings.command} --`;
	await requireFreePort(port, 'n8n', `${command} --port <number>`);
	await requireFreePort(sandboxPort, 'the sandbox', `${command} --sandbox-port <number>`);
	await step('Installing n8n', (onProgress) => ensureN8n(undefined, onProgress));
	const folder = await freshFolder(port, surroundings);
	const sandbox = await step('Starting the GMC sandbox', () =>
		startSandbox({ port: sandboxPort, seed: 'demo' }),
	);
	cleanup.push(() => sandbox.close());
	const { n8n, spreadsheet } = await step('Starting n8n', () =>
		startOn(folder, port, surroundings),
	);
	cleanup.push(() => n8n.stop());
	const client = new N8nClient(n8n.url);
	// n8n asks for a digit and a capital.
	const password = `Demo-${randomBytes(6).toString('hex')}-1`;
	const owner = { email: 'demo@gmc.example', password };
	const demo = { sandbox, n8n, client, owner, spreadsheet };
	const workflowIds = await step('Importing the credential and the workflows', async () => {
		await client.setupOwner(owner);
		return await importAll(demo);
	});
	return { ...demo, workflowIds };
}

/** The addresses, how to log in, and what to enter in a credential. */
export function addresses(demo: Demo): string {
	const { n8n, sandbox, owner, workflowIds, spreadsheet } = demo;
	const named: Array<[string, string]> = [
		["n8n's editor", n8n.url],
		['  log in as', owner.email],
		['  password', owner.password],
		['  workflow', `${n8n.url}/workflow/${workflowIds['top-up-from-spreadsheet']}`],
		['  its sheet', spreadsheet],
		[
			'GMC sandbox',
			`${sandbox.url}/_sandbox  (live requests and top-ups; buttons that make things go wrong)`,
		],
	];
	const width = Math.max(...named.map(([label]) => label.length));
	return [
		'',
		...named.map(([label, value]) => `${label.padEnd(width)}  ${value}`),
		'',
		'This n8n already has the credential "GMC sandbox". To create your own "GMC API", enter:',
		...credentialLines(sandbox.baseUrl).map((line) => `  ${line}`),
		'',
		'Press Ctrl-C to stop.',
	].join('\n');
}
