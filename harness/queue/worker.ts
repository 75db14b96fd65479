/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../system/ports';
import { lastLines } from '../system/run';
import type { InstalledN8n } from '../n8n/installed';
import { LogBuffer, N8nProcess } from '../n8n/process';
import { n8nEnvironment } from '../n8n/settings';
import { type Usage, usageOf } from '../system/usage';

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const READY_LINE = 'n8n worker is now ready';

/** What a worker is started with. */
export interface WorkerOptions {
	name: string;
	installed: InstalledN8n;
	/** Its own folder, with the package in it. */
	userFolder: string;
	/** How many executions it takes at once. */
	concurrency: number;
	timezone: string;
	/** Database, queue and key, the same for all processes. */
	env: Record<string, string>;
}

/** An n8n worker on this machine. */
export class N8nWorker {
	private worker?: N8nProcess;

	private readonly log = new LogBuffer();

	constructor(private readonly options: WorkerOptions) {}

	get name(): string {
		return this.options.name;
	}

	/** The process id, while there is one. */
	get pid(): number | undefined {
		return this.worker?.ended === undefined ? this.worker?.pid : undefined;
	}

	/** Starts the worker; done when it takes executions. */
	async start(): Promise<void> {
		const { installed, userFolder, concurrency, timezone, env } = this.options;
		const ports = { port: await freePort(), brokerPort: await freePort() };
		const where = { installed, userFolder, timezone };
		const environment = n8nEnvironment({ ...where, ...ports, extra: env });
		const args = ['worker', `--concurrency=${concurrency}`];
		this.log.mark();
		this.worker = new N8nProcess(installed, args, environment, this.log.add);
		await this.ready(this.worker);
	}

	private async ready(worker: N8nProcess): Promise<void> {
		const deadline = Date.now() + START_TIMEOUT_MS;
		while (!this.log.sinceMark().includes(READY_LINE)) {
			const problem = worker.ended ?? (Date.now() > deadline ? 'was not ready in time' : undefined);
			if (problem !== undefined) {
				await worker.kill();
				throw new Error(`${this.name} ${problem}. Its last words:\n${lastLines(this.logs(), 20)}`);
			}
			await delay(POLL_MS);
		}
	}

	/** Lets the worker finish what it is doing, as long as n8n grants it, and ends it. */
	async stop(): Promise<void> {
		await this.worker?.stop();
	}

	/** Ends the worker as a power cut would. */
	async kill(): Promise<void> {
		await this.worker?.kill();
		// Its only use: the next start sleeps ten seconds when it is there, in case crashes come in a loop.
		await rm(path.join(this.options.userFolder, '.n8n', 'crash.journal'), { force: true });
	}

	/** What it printed, from the first start on. */
	logs(): string {
		return this.log.read();
	}

	/** The ids of the executions it took from the queue, oldest first. */
	executionIds(): string[] {
		const found = this.logs().matchAll(/Worker started execution (\d+) /g);
		return [...found].map(([, id]) => id);
	}

	/** Processor time and memory, task runner included. */
	async usage(): Promise<Usage> {
		if (this.pid === undefined) throw new Error(`${this.name} is not running`);
		return await usageOf(this.pid);
	}
}
