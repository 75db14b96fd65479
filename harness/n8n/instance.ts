/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import axios from 'axios';
import { LOOPBACK, freePort, requireFreePort } from '../system/ports';
import { type RunResult, lastLines, tryRun } from '../system/run';
import { ensureN8n } from './install';
import type { InstalledN8n } from './installed';
import { LogBuffer, N8nProcess } from './process';
import { n8nEnvironment } from './settings';
import { installTarball, newUserFolder, provideDatabase } from './user-folder';

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
const READY_LINE = 'Editor is now accessible';

/** How an n8n is to be started. Everything may be left out. */
export interface StartOptions {
	/** A folder to go on with; without it a new one is made, and removed by `stop()`. */
	userFolder?: string;
	/** The packed package to install into it. */
	tarball?: string;
	/** A free one is looked for without it. */
	port?: number;
	/** More environment variables. */
	env?: Record<string, string>;
	timezone?: string;
	version?: string;
	onLog?: (text: string) => void;
}

/** A real n8n on this machine. */
export class N8nInstance {
	private main?: N8nProcess;

	private readonly log: LogBuffer;

	constructor(
		readonly userFolder: string,
		readonly port: number,
		private readonly installed: InstalledN8n,
		private readonly env: NodeJS.ProcessEnv,
		private readonly ownsFolder: boolean,
		onLog?: (text: string) => void,
	) {
		this.log = new LogBuffer(onLog);
	}

	/** Where the editor and the webhooks are, without a slash at the end. */
	get url(): string {
		return `http://${LOOPBACK}:${this.port}`;
	}

	/** The process id of n8n's main process, while there is one. */
	get pid(): number | undefined {
		return this.main?.pid;
	}

	/** What n8n printed, from the first start on. */
	logs(): string {
		return this.log.read();
	}

	/** Starts n8n on the folder it has; done when it answers and its workflows are active. */
	async start(): Promise<void> {
		const main = new N8nProcess(this.installed, ['start'], this.env, this.log.add);
		this.main = main;
		this.log.mark();
		const deadline = Date.now() + START_TIMEOUT_MS;
		while (!(await this.isReady())) {
			const problem = main.ended ?? (Date.now() > deadline ? 'did not answer in time' : undefined);
			if (problem !== undefined) {
				await main.kill();
				throw new Error(`n8n ${problem}. Its last words:\n${lastLines(this.logs(), 20)}`);
			}
			await delay(POLL_MS);
		}
	}

	private async isReady(): Promise<boolean> {
		// Printed after the workflows are active, while the health check answers well before.
		if (!this.log.sinceMark().includes(READY_LINE)) return false;
		const answer = await axios
			.get(`${this.url}/healthz/readiness`, { validateStatus: () => true, proxy: false })
			.catch(() => undefined);
		return answer?.status === 200;
	}

	/** Ends n8n in good order; a folder made for it goes with it, another one if asked for. */
	async stop(options: { removeFolder?: boolean } = {}): Promise<void> {
		await this.main?.stop();
		if (options.removeFolder ?? this.ownsFolder)
			await rm(this.userFolder, { recursive: true, force: true, maxRetries: 5 });
	}

	/** Ends n8n as a power cut would. The folder stays: `start()` goes on with it. */
	async kill(): Promise<void> {
		await this.main?.kill();
		// Its only use: the next start sleeps ten seconds when it is there, in case crashes come in a loop.
		await rm(path.join(this.userFolder, '.n8n', 'crash.journal'), { force: true });
	}

	/** Ends n8n in good order and starts it again on the same folder. */
	async restart(): Promise<void> {
		await this.main?.stop();
		await this.start();
	}

	/** Runs a command of n8n's own CLI on the same folder, such as `['execute', '--id=1']`. */
	async runCli(args: string[]): Promise<RunResult> {
		// The running instance holds its ports, so the command gets others.
		const ports = { N8N_RUNNERS_BROKER_PORT: String(await freePort()) };
		const env = { ...this.env, ...ports, N8N_PORT: String(await freePort()) };
		const { node, bin, directory } = this.installed;
		return await tryRun(node, [bin, ...args], { env, cwd: directory });
	}
}

/** Starts a real n8n, with the package if a tarball is given, and waits until it can be used. */
export async function startN8n(options: StartOptions = {}): Promise<N8nInstance> {
	const installed = await ensureN8n(options.version);
	if (options.port !== undefined) {
		await requireFreePort(options.port, 'n8n', '`--port <number>`');
	}
	const port = options.port ?? (await freePort());
	const userFolder = options.userFolder ?? (await newUserFolder());
	const env = n8nEnvironment({
		installed,
		userFolder,
		port,
		brokerPort: await freePort(),
		timezone: options.timezone ?? 'America/Sao_Paulo',
		extra: options.env,
	});
	const ownsFolder = options.userFolder === undefined;
	const instance = new N8nInstance(userFolder, port, installed, env, ownsFolder, options.onLog);
	// Its key would be another one than the environment's.
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
