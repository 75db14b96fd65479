import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { InstalledN8n } from './installed';

const STOP_TIMEOUT_MS = 15_000;

const running = new Set<N8nProcess>();
process.on('exit', () => {
	for (const child of running) child.signal('SIGKILL');
});

/** One n8n process and the ones it starts. */
export class N8nProcess {
	private readonly child: ChildProcess;

	/** What ended it: set as soon as it is gone. */
	ended?: string;

	constructor(
		installed: InstalledN8n,
		args: string[],
		env: NodeJS.ProcessEnv,
		private readonly onLog: (text: string) => void,
	) {
		this.child = spawn(
			installed.node,
			['--require', path.join(__dirname, 'guard.cjs'), installed.bin, ...args],
			{
				env,
				cwd: installed.directory,
				// Its own process group, so that a kill takes the task runners along.
				detached: process.platform !== 'win32',
				stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
			},
		);
		this.watch();
	}

	private watch(): void {
		running.add(this);
		this.child.stdout?.setEncoding('utf8').on('data', this.onLog);
		this.child.stderr?.setEncoding('utf8').on('data', this.onLog);
		this.child.once('error', (error) => this.finish(error.message));
		this.child.once('exit', (code, signal) => this.finish(`ended with ${signal ?? code}`));
	}

	private finish(reason: string): void {
		this.ended = reason;
		running.delete(this);
	}

	/** Sends a signal to the whole process group. */
	signal(name: NodeJS.Signals): void {
		const { pid } = this.child;
		if (pid === undefined) return;
		try {
			process.kill(process.platform === 'win32' ? pid : -pid, name);
		} catch {
			// It is gone already.
		}
	}

	/** Waits until it is gone. */
	async exited(): Promise<void> {
		if (this.ended === undefined) await once(this.child, 'exit');
	}

	/** Lets n8n finish what it is doing; kills it when that takes too long. */
	async stop(): Promise<void> {
		if (this.ended !== undefined) return;
		// n8n alone: it ends its task runners in the right order itself.
		this.child.kill('SIGTERM');
		const timeout = new AbortController();
		await Promise.race([
			this.exited(),
			delay(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
		]);
		timeout.abort();
		await this.kill();
	}

	/** As a power cut would: no chance to save anything. */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.exited();
	}
}
