/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
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
import {
	type N8nInstance,
	installTarball,
	packageFolder,
	startN8n,
} from '../../harness/n8n/instance';
import { fileAccess } from '../../harness/n8n/settings';
import { packPackage } from '../../harness/package/pack';
import { name } from '../../package.json';
import { say } from '../command';
import { keepCompiled } from './compiled-package';
import { withSpreadsheet } from '../../harness/samples/changes';
import { loadSample, provideSpreadsheet, SAMPLE_NAMES } from '../../harness/samples/samples';

/** Stops what was started so far, in reverse order. */
export type Cleanup = Array<() => Promise<void>>;

/** The command line. `dev`: the package is compiled after every change, and n8n loads it again. */
export interface Options {
	port: string;
	'sandbox-port': string;
	dev: boolean;
}

function readPort(text: string, option: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`--${option} takes a number from 1 to 65535, not "${text}".`);
}

export interface Demo {
	sandbox: RunningSandbox;
	n8n: N8nInstance;
	client: N8nClient;
	owner: Owner;
	/** Of the sample that tops up from the sheet. */
	workflowId: string;
	/** The sheet that the samples read. */
	spreadsheet: string;
}

async function importAll({ client, sandbox, spreadsheet }: Omit<Demo, 'workflowId'>) {
	const credential = await sandbox.admin.credential();
	const credentialId = await client.createCredential('gmcApi', 'GMC sandbox', credential);
	const ids: string[] = [];
	for (const sample of SAMPLE_NAMES) {
		const workflow = withSpreadsheet(await loadSample(sample), spreadsheet);
		ids.push((await client.importWorkflow(workflow, { credentialId })).id);
	}
	return ids[SAMPLE_NAMES.indexOf('top-up-from-spreadsheet')];
}

function sayReloads(text: string): void {
	const time = new Date().toLocaleTimeString('en-GB');
	if (text.includes('Hot reload triggered')) say(`${time} n8n has loaded the change`);
	if (text.includes('Hot reload failed')) say(`${time} ✖ n8n could not load the nodes:\n${text}`);
	if (text.includes('File watching for hot reload is unavailable')) say(text);
}

/** Installs the package in the folder of an n8n: as it would be published, or compiled after every change. */
async function providePackage(folder: string, isDev: boolean, cleanup: Cleanup): Promise<void> {
	if (isDev) {
		const target = packageFolder(folder, name);
		cleanup.push(await step('Compiling the nodes', () => keepCompiled(target, say)));
	} else {
		const tarball = await step('Building and packing the nodes', packPackage);
		await installTarball(folder, tarball);
	}
}

/** Starts n8n on an empty folder with the package, and lets it read the sample spreadsheet. */
async function startInFolder(port: number, isDev: boolean, cleanup: Cleanup) {
	// The port is free, so no other n8n uses this folder.
	const folder = path.join(cacheDir(), `${isDev ? 'dev' : 'demo'}-${port}`);
	await rm(folder, { recursive: true, force: true });
	await providePackage(folder, isDev, cleanup);
	const files = path.join(folder, 'files');
	const spreadsheet = await provideSpreadsheet(files);
	const env = { ...fileAccess(files), ...(isDev && { N8N_DEV_RELOAD: 'true' }) };
	const onLog = isDev ? sayReloads : undefined;
	const n8n = await step('Starting n8n', () => startN8n({ userFolder: folder, port, env, onLog }));
	cleanup.push(() => n8n.stop());
	return { n8n, spreadsheet };
}

/** Starts the sandbox and n8n, with the package, an owner, the credential and the samples. */
export async function setUp(options: Options, cleanup: Cleanup): Promise<Demo> {
	const port = readPort(options.port, 'port');
	const sandboxPort = readPort(options['sandbox-port'], 'sandbox-port');
	const command = `${options.dev ? 'npm run dev' : 'npm start'} --`;
	await requireFreePort(port, 'n8n', `${command} --port <number>`);
	await requireFreePort(sandboxPort, 'the sandbox', `${command} --sandbox-port <number>`);
	await step('Installing n8n', (onProgress) => ensureN8n(undefined, onProgress));
	const sandbox = await step('Starting the GMC sandbox', () =>
		startSandbox({ port: sandboxPort, seed: 'demo' }),
	);
	cleanup.push(() => sandbox.close());
	const { n8n, spreadsheet } = await startInFolder(port, options.dev, cleanup);
	const client = new N8nClient(n8n.url);
	// n8n asks for a digit and a capital.
	const password = `Demo-${randomBytes(6).toString('hex')}-1`;
	const owner = { email: 'demo@gmc.example', password };
	const demo = { sandbox, n8n, client, owner, spreadsheet };
	const workflowId = await step('Importing the credential and the workflows', async () => {
		await client.setupOwner(owner);
		return await importAll(demo);
	});
	return { ...demo, workflowId };
}

export function addresses(demo: Demo): string {
	const { n8n, sandbox, owner, workflowId, spreadsheet } = demo;
	const named: Array<[string, string]> = [
		['Open this first', `${n8n.url}/workflow/${workflowId}`],
		['  log in as', owner.email],
		['  password', owner.password],
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
