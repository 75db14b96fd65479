/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import { rm } from 'node:fs/promises';
import axios from 'axios';
import { LOOPBACK, freePort, requireFreePort } from '../system/ports';
import { ensureN8n } from './install';
import { N8nProgram, type ProgramOptions } from './program';
import { n8nEnvironment } from './settings';
import { installTarball, newUserFolder, provideDatabase } from './user-folder';

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
export class N8nInstance extends N8nProgram {
	constructor(
		options: Pick<ProgramOptions, 'installed' | 'userFolder' | 'env' | 'onLog'>,
		readonly port: number,
		private readonly ownsFolder: boolean,
	) {
		super({ ...options, name: 'n8n', args: ['start'], readyLine: READY_LINE });
	}

	/** Where the editor and the webhooks are, without a slash at the end. */
	get url(): string {
		return `http://${LOOPBACK}:${this.port}`;
	}

	/** Printed after the workflows are active, while the health check answers well before. */
	protected override async isReady(): Promise<boolean> {
		if (!(await super.isReady())) return false;
		const answer = await axios
			.get(`${this.url}/healthz/readiness`, { validateStatus: () => true, proxy: false })
			.catch(() => undefined);
		return answer?.status === 200;
	}

	/** Ends n8n in good order; a folder made for it goes with it, another one if asked for. */
	override async stop(options: { removeFolder?: boolean } = {}): Promise<void> {
		await super.stop();
		if (options.removeFolder ?? this.ownsFolder)
			await rm(this.userFolder, { recursive: true, force: true, maxRetries: 5 });
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
		userFolder,
		port,
		brokerPort: await freePort(),
		timezone: options.timezone ?? 'America/Sao_Paulo',
		extra: options.env,
	});
	const { onLog } = options;
	const ownsFolder = options.userFolder === undefined;
	const instance = new N8nInstance({ installed, userFolder, env, onLog }, port, ownsFolder);
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
