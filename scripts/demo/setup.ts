/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { aligned, credentialLines } from '../../sandbox/credential';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { cacheDir, repoRoot } from '../../harness/system/paths';
import { requireFreePort } from '../../harness/system/ports';
import { GUARD, Program } from '../../harness/system/program';
import { step } from '../../harness/system/progress';
import { N8nClient } from '../../harness/n8n/client';
import { ensureN8n } from '../../harness/n8n/install';
import { installTarball, startN8n } from '../../harness/n8n/instance';
import { packPackage } from '../../harness/package/pack';
import { name } from '../../package.json';
import { readPort, say } from '../command';
import { withSpreadsheet } from '../../harness/samples/changes';
import { loadSample, provideSpreadsheet, SAMPLE_NAMES } from '../../harness/samples/samples';

/** The command line. `dev`: the package is compiled after every change, and n8n loads it again. */
export interface Options {
	port: string;
	'sandbox-port': string;
	dev: boolean;
}

/** Imports the credential and the samples. @returns the id of the one that tops up from the sheet */
async function importAll(client: N8nClient, sandbox: RunningSandbox, spreadsheet: string) {
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

/** Compiles into the folder of an installed package, after every change. Behind a link, n8n would not reload the files. */
async function keepCompiled(installed: string): Promise<void> {
	const tsc = path.join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	const project = path.join(repoRoot, 'tsconfig.build.json');
	const options = ['--project', project, '--outDir', path.join(installed, 'dist'), '--watch'];
	const compiler = new Program({
		name: 'the compiler',
		command: [process.execPath, ...GUARD, tsc, ...options, '--preserveWatchOutput'],
		cwd: repoRoot,
		readyLine: 'Watching for file changes',
		onLog: (text) => /error TS/.test(text) && say(text),
	});
	await compiler.start();
}

/** Starts n8n on an empty folder with the package, and lets it read the sample spreadsheet. */
async function startInFolder(port: number, isDev: boolean) {
	// The port is free, so no other n8n uses this folder.
	const folder = path.join(cacheDir(), `${isDev ? 'dev' : 'demo'}-${port}`);
	await rm(folder, { recursive: true, force: true });
	await installTarball(folder, await step('Building and packing the nodes', packPackage));
	if (isDev) {
		const installed = path.join(folder, '.n8n', 'nodes', 'node_modules', name);
		await step('Compiling the nodes', () => keepCompiled(installed));
	}
	const files = path.join(folder, 'files');
	const spreadsheet = await provideSpreadsheet(files);
	const reload = isDev && { N8N_DEV_RELOAD: 'true' };
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: files, ...reload };
	const onLog = isDev ? sayReloads : undefined;
	const n8n = await step('Starting n8n', () => startN8n({ userFolder: folder, port, env, onLog }));
	return { n8n, spreadsheet };
}

/** Starts the sandbox and n8n, with the package, an owner, the credential and the samples. All of it ends with this process. */
export async function setUp(options: Options) {
	const port = readPort('port', options.port);
	const sandboxPort = readPort('sandbox-port', options['sandbox-port']);
	const command = `${options.dev ? 'npm run dev' : 'npm start'} --`;
	await requireFreePort(port, 'n8n', `${command} --port <number>`);
	await requireFreePort(sandboxPort, 'the sandbox', `${command} --sandbox-port <number>`);
	await step('Installing n8n', (onProgress) => ensureN8n(undefined, onProgress));
	const sandbox = await step('Starting the GMC sandbox', () =>
		startSandbox({ port: sandboxPort, seed: 'demo' }),
	);
	const { n8n, spreadsheet } = await startInFolder(port, options.dev);
	const client = new N8nClient(n8n.url);
	// n8n asks for a digit and a capital.
	const password = `Demo-${randomBytes(6).toString('hex')}-1`;
	const owner = { email: 'demo@gmc.example', password };
	const workflowId = await step('Importing the credential and the workflows', async () => {
		await client.setupOwner(owner);
		return await importAll(client, sandbox, spreadsheet);
	});
	return { sandbox, n8n, client, owner, spreadsheet, workflowId };
}

export type Demo = Awaited<ReturnType<typeof setUp>>;

export function addresses(demo: Demo): string {
	const { n8n, sandbox, owner, workflowId, spreadsheet } = demo;
	const about = '(live requests and top-ups; buttons that make things go wrong)';
	return [
		'',
		...aligned([
			['Open this first', `${n8n.url}/workflow/${workflowId}`],
			['  log in as', owner.email],
			['  password', owner.password],
			['  its sheet', spreadsheet],
			['GMC sandbox', `${sandbox.url}/_sandbox  ${about}`],
		]),
		'',
		'This n8n already has the credential "GMC sandbox". To create your own "GMC API", enter:',
		...credentialLines(sandbox.baseUrl).map((line) => `  ${line}`),
		'',
		'Press Ctrl-C to stop.',
	].join('\n');
}
