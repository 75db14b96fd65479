/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RunningSandbox } from '../../sandbox/server';
import { N8nClient } from '../n8n/client';
import { ensureN8n } from '../n8n/install';
import { type N8nInstance, N8nProgram, startN8n } from '../n8n/instance';
import { n8nEnvironment } from '../n8n/settings';
import { visit } from '../n8n/test-bed';
import { packPackage } from '../package/pack';
import { installTarball, newUserFolder } from '../n8n/user-folder';
import { freePort } from '../system/ports';
import { startServices } from './services';

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
	credentialId: string;
	/** Stops everything and removes its files. */
	stop(): Promise<void>;
}

/** What to undo at the end, or when a start fails; the last thing first. */
type Undo = Array<() => Promise<void>>;

/** If one fails, the others are undone all the same. */
async function undoAll(undo: Undo): Promise<void> {
	const errors: unknown[] = [];
	for (const step of undo.reverse()) await step().catch((error: unknown) => errors.push(error));
	if (errors.length > 0) throw errors[0];
}

/** User folders with the package: each process has its own, as on separate machines. */
async function makeFolders(count: number, undo: Undo): Promise<string[]> {
	const tarball = await packPackage();
	const folders: string[] = [];
	for (let index = 0; index < count; index++) {
		const folder = await newUserFolder();
		undo.push(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }));
		const copyOfFirst = async () =>
			await cp(path.join(folders[0], '.n8n'), path.join(folder, '.n8n'), { recursive: true });
		await (index === 0 ? installTarball(folder, tarball) : copyOfFirst());
		folders.push(folder);
	}
	return folders;
}

async function startAll(undo: Undo): Promise<Omit<QueueMode, 'stop'>> {
	const installed = await ensureN8n();
	const [mainFolder, ...folders] = await makeFolders(WORKERS + 1, undo);
	const services = await startServices(({ stop }) => undo.push(stop));
	const N8N_ENCRYPTION_KEY = randomBytes(24).toString('base64url');
	const env = { EXECUTIONS_MODE: 'queue', N8N_ENCRYPTION_KEY, ...services, ...STALLED };
	// Before the workers: it makes the tables.
	const main = await startN8n({ userFolder: mainFolder, env });
	// Nothing is kept, so it need not end cleanly.
	undo.push(async () => await main.kill());
	const starting = folders.map(async (userFolder, index) => {
		const ports = { port: await freePort(), brokerPort: await freePort() };
		const worker = new N8nWorker({
			name: `worker ${index + 1}`,
			installed,
			args: ['worker', `--concurrency=${CONCURRENCY}`],
			userFolder,
			env: n8nEnvironment({ userFolder, ...ports, extra: env }),
			readyLine: 'n8n worker is now ready',
		});
		undo.push(async () => await worker.kill());
		await worker.start();
		return worker;
	});
	const workers = await Promise.all(starting);
	const client = new N8nClient(main.url);
	await client.setupOwner();
	const { stop, ...guest } = await visit({ n8n: main, client, filesFolder: mainFolder });
	undo.push(stop);
	return { main, client, workers, sandbox: guest.sandbox, credentialId: guest.credentialId };
}

/**
 * Starts n8n in queue mode with the packed package in every process, and installs PostgreSQL and Redis if they are
 * missing. All of it ends with this process.
 */
export async function startQueueMode(): Promise<QueueMode> {
	const undo: Undo = [];
	const stop = async () => await undoAll(undo.splice(0));
	try {
		return { ...(await startAll(undo)), stop };
	} catch (error) {
		await stop().catch(() => undefined);
		throw error;
	}
}
