/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { ensureN8n } from '../n8n/install';
import { type N8nInstance, N8nProgram, installTarball, newUserFolder } from '../n8n/instance';
import { n8nEnvironment } from '../n8n/settings';
import { type Guest, startHost, visit } from '../n8n/test-bed';
import { packPackage } from '../package/pack';
import { freePort } from '../system/ports';
import { type Undo, undoable } from '../system/undo';
import { startServices } from './services';

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
export interface QueueMode extends Guest {
	main: N8nInstance;
	workers: N8nWorker[];
}

/** Each process has its own folder with the package, as on separate machines. */
async function startWorker(name: string, env: Record<string, string>, undo: Undo) {
	const userFolder = await newUserFolder();
	undo(async () => await rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));
	await installTarball(userFolder, await packPackage());
	const ports = { port: await freePort(), brokerPort: await freePort() };
	const worker = new N8nWorker({
		name,
		installed: await ensureN8n(),
		args: ['worker', `--concurrency=${CONCURRENCY}`],
		userFolder,
		env: n8nEnvironment({ userFolder, ...ports, extra: env }),
		readyLine: 'n8n worker is now ready',
	});
	// Nothing is kept, so it need not end cleanly.
	undo(async () => await worker.kill());
	await worker.start();
	return worker;
}

/**
 * Starts n8n in queue mode with the packed package in every process, and installs PostgreSQL and Redis if they are
 * missing. All of it ends with this process.
 */
export const startQueueMode = async (): Promise<QueueMode> =>
	await undoable(async (undo) => {
		const services = await startServices(undo);
		const N8N_ENCRYPTION_KEY = randomBytes(24).toString('base64url');
		// As n8n 3 always does.
		const byHand = { OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' };
		const own = { EXECUTIONS_MODE: 'queue', N8N_ENCRYPTION_KEY, ...byHand };
		const env = { ...own, ...services, ...STALLED };
		// Before the workers: it makes the tables.
		const host = await startHost({ n8n: { env } });
		undo(async () => await host.n8n.stop({ removeFolder: true }));
		const workers = await Promise.all(
			['worker 1', 'worker 2'].map(async (name) => await startWorker(name, env, undo)),
		);
		const guest = await visit(host);
		undo(guest.stop);
		return { ...guest, main: host.n8n, workers };
	});
