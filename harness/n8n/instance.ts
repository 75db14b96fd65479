/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import axios from 'axios';
import { freePort, LOOPBACK } from '../system/ports';
import { GUARD, Program, type ProgramOptions } from '../system/program';
import { run } from '../system/run';
import { type InstalledN8n, ensureN8n } from './install';
import { n8nEnvironment } from './settings';

export async function newUserFolder(): Promise<string> {
	return await mkdtemp(path.join(tmpdir(), 'gmc-n8n-'));
}

/** Gives a folder without a database the empty one made at installation, which spares its creation. */
async function provideDatabase(userFolder: string, blank: string): Promise<void> {
	const target = path.join(userFolder, '.n8n');
	if (existsSync(path.join(target, 'config'))) return;
	await cp(path.join(blank, '.n8n'), target, { recursive: true });
}

/** Puts a packed package where n8n looks for community nodes, the way n8n itself does it. */
export async function installTarball(userFolder: string, tarball: string): Promise<void> {
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	const manifest = path.join(nodes, 'package.json');
	if (!existsSync(manifest)) {
		const content = { name: 'installed-nodes', private: true, dependencies: {} };
		await writeFile(manifest, JSON.stringify(content));
	}
	const options =
		'--legacy-peer-deps --omit=peer --ignore-scripts --no-audit --no-fund --no-package-lock --prefer-offline';
	await run('npm', ['install', ...options.split(' '), tarball], { cwd: nodes });
}

/** A program of n8n, and the folder it works on. */
interface N8nOptions extends Pick<ProgramOptions, 'name' | 'env' | 'readyLine' | 'onLog'> {
	installed: InstalledN8n;
	args: string[];
	/** Its database, its key, its community nodes. */
	userFolder: string;
}

export class N8nProgram extends Program {
	protected readonly userFolder: string;

	/** Runs a command of n8n, such as `import:workflow`, on the same folder. */
	readonly cli: (...args: string[]) => Promise<void>;

	constructor({ installed, args, userFolder, ...options }: N8nOptions) {
		const { node, bin, directory: cwd } = installed;
		super({ ...options, command: [node, ...GUARD, bin, ...args], cwd });
		this.userFolder = userFolder;
		this.cli = async (...more) => await run(node, [bin, ...more], { cwd, env: options.env });
	}

	/** Ends it as a power cut would. The folder stays: `start()` goes on with it. */
	override async kill(): Promise<void> {
		await super.kill();
		// Its only use: the next start sleeps ten seconds when it is there, in case crashes come in a loop.
		await rm(path.join(this.userFolder, '.n8n', 'crash.journal'), { force: true });
	}
}

/** How to start an n8n. */
export interface StartOptions {
	/** It stays after `stop()`, unless that is asked to remove it. */
	userFolder: string;
	/** The packed package to install into it. */
	tarball?: string;
	/** Default: a free port. */
	port?: number;
	env?: Record<string, string>;
	version?: string;
	onLog?: (text: string) => unknown;
}

export class N8nInstance extends N8nProgram {
	/** Where the editor and the webhooks are, without a slash at the end. */
	readonly url: string;

	constructor(options: Omit<N8nOptions, 'name' | 'args' | 'readyLine'>, port: number) {
		super({ ...options, name: 'n8n', args: ['start'], readyLine: 'Editor is now accessible' });
		this.url = `http://${LOOPBACK}:${port}`;
	}

	/** The line is printed after the workflows are active; the health check answers earlier. */
	protected override async isReady(): Promise<boolean> {
		if (!(await super.isReady())) return false;
		const answer = await axios
			.get(`${this.url}/healthz/readiness`, { validateStatus: () => true, proxy: false })
			.catch(() => undefined);
		return answer?.status === 200;
	}

	/** Stops n8n cleanly. */
	override async stop({ removeFolder = false } = {}): Promise<void> {
		await super.stop();
		if (removeFolder) await rm(this.userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Starts a real n8n, with the package if a tarball is given, and waits until it can be used. */
export async function startN8n(options: StartOptions): Promise<N8nInstance> {
	const installed = await ensureN8n(options.version);
	const port = options.port ?? (await freePort());
	const { userFolder, onLog, env: extra } = options;
	const env = n8nEnvironment({ userFolder, port, brokerPort: await freePort(), extra });
	const instance = new N8nInstance({ installed, userFolder, env, onLog }, port);
	// It would have another encryption key than the environment.
	const ownDatabase = 'N8N_ENCRYPTION_KEY' in env || 'DB_TYPE' in env;
	try {
		if (!ownDatabase) await provideDatabase(userFolder, installed.blank);
		if (options.tarball !== undefined) await installTarball(userFolder, options.tarball);
		await instance.start();
	} catch (error) {
		await instance.stop();
		throw error;
	}
	return instance;
}
