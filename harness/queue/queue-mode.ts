import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { N8nClient } from '../n8n/client';
import { ensureN8n } from '../n8n/install';
import { type N8nInstance, startN8n } from '../n8n/instance';
import { N8nProgram } from '../n8n/program';
import { n8nEnvironment } from '../n8n/settings';
import { packPackage } from '../package/pack';
import { installTarball, newUserFolder } from '../n8n/user-folder';
import { freePort } from '../system/ports';
import { startPostgres } from './programs/postgres';
import { unprivilegedUser } from './programs/kept-program';
import { ensurePrograms } from './programs';
import { startRedis } from './programs/redis';

const WORKERS = 2;

/** Executions that each worker takes at once. n8n's default is 10. */
const CONCURRENCY = 5;

/**
 * How soon n8n gives up a job whose worker is gone: sooner than by default, which takes minutes, but later than a
 * killed worker is back.
 */
const STALLED = {
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** An n8n worker. */
export class N8nWorker extends N8nProgram {
	/** The ids of the executions that it took from the queue, oldest first. */
	executionIds(): string[] {
		const found = this.logs().matchAll(/Worker started execution (\d+) /g);
		return [...found].map(([, id]) => id);
	}
}

/** A real n8n in queue mode: PostgreSQL, Redis, a main process, workers; and a sandbox. */
export interface QueueMode {
	main: N8nInstance;
	/** Speaks to main; its owner is set up. */
	client: N8nClient;
	workers: N8nWorker[];
	sandbox: RunningSandbox;
	/** A credential for the sandbox. */
	credentialId: string;
	/** Stops everything and removes its files. */
	stop(): Promise<void>;
}

/** What to undo at the end, or when a start fails. */
class Undo {
	private readonly steps: Array<() => Promise<void>> = [];

	add(step: () => Promise<void>): void {
		this.steps.push(step);
	}

	/** Undoes the last thing first. If one fails, the others are undone all the same. */
	async all(): Promise<void> {
		const errors: unknown[] = [];
		for (let step = this.steps.pop(); step; step = this.steps.pop()) {
			await step().catch((error: unknown) => errors.push(error));
		}
		if (errors.length > 0) throw errors[0];
	}
}

/** Starts database and queue. @returns the variables that every process of n8n needs */
async function startServices(undo: Undo): Promise<Record<string, string>> {
	const programs = await ensurePrograms();
	const user = await unprivilegedUser();
	const postgres = await startPostgres(programs, user);
	undo.add(postgres.stop);
	const redis = await startRedis(programs, user);
	undo.add(redis.stop);
	const N8N_ENCRYPTION_KEY = randomBytes(24).toString('base64url');
	return { EXECUTIONS_MODE: 'queue', N8N_ENCRYPTION_KEY, ...postgres.env, ...redis.env };
}

/** User folders with the package: each process has its own, as on separate machines. */
async function makeFolders(count: number, undo: Undo): Promise<string[]> {
	const tarball = await packPackage();
	const folders: string[] = [];
	for (let index = 0; index < count; index++) {
		const folder = await newUserFolder();
		undo.add(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }));
		const copyOfFirst = async () =>
			await cp(path.join(folders[0], '.n8n'), path.join(folder, '.n8n'), { recursive: true });
		await (index === 0 ? installTarball(folder, tarball) : copyOfFirst());
		folders.push(folder);
	}
	return folders;
}

async function startAll(undo: Undo): Promise<Omit<QueueMode, 'stop'>> {
	const sandbox = await startSandbox();
	undo.add(sandbox.close);
	const installed = await ensureN8n();
	const [mainFolder, ...folders] = await makeFolders(WORKERS + 1, undo);
	const env = { ...(await startServices(undo)), ...STALLED };
	// Before the workers: it makes the tables.
	const main = await startN8n({ userFolder: mainFolder, env });
	// Nothing is kept, so it need not end cleanly.
	undo.add(async () => await main.kill());
	const workers: N8nWorker[] = [];
	for (const [index, userFolder] of folders.entries()) {
		const ports = { port: await freePort(), brokerPort: await freePort() };
		workers.push(
			new N8nWorker({
				name: `worker ${index + 1}`,
				installed,
				args: ['worker', `--concurrency=${CONCURRENCY}`],
				userFolder,
				env: n8nEnvironment({ userFolder, ...ports, extra: env }),
				readyLine: 'n8n worker is now ready',
			}),
		);
	}
	undo.add(async () => {
		await Promise.all(workers.map(async (worker) => await worker.kill()));
	});
	await Promise.all(workers.map(async (worker) => await worker.start()));
	const client = new N8nClient(main.url);
	await client.setupOwner();
	const data = await sandbox.admin.credential();
	const credentialId = await client.createCredential('gmcApi', 'GMC', data);
	return { main, client, workers, sandbox, credentialId };
}

/**
 * Starts n8n in queue mode with the packed package in every process, and installs PostgreSQL and Redis if they are
 * missing. All of it ends with this process.
 */
export async function startQueueMode(): Promise<QueueMode> {
	const undo = new Undo();
	const stop = async () => await undo.all();
	try {
		return { ...(await startAll(undo)), stop };
	} catch (error) {
		await stop().catch(() => undefined);
		throw error;
	}
}
