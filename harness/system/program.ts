/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import execa from 'execa';
import { lastLines } from './run';
import { until } from './until';

const LOG_LIMIT = 2_000_000;
const STOP_TIMEOUT_MS = 15_000;

/** Options of Node.js with which a program ends itself when pipe 3 closes. */
export const GUARD = ['--require', path.join(__dirname, 'guard.cjs')];

export interface ProgramOptions {
	name: string;
	/** The program and its arguments. It ends itself when pipe 3 closes: then this process is gone, however it went. */
	command: string[];
	cwd: string;
	/** Nothing is added to it. */
	env?: NodeJS.ProcessEnv;
	/** Part of a line that it prints once it can be used. */
	readyLine: string;
	onLog?: (text: string) => unknown;
}

const running = new Set<Program>();
process.on('exit', () => {
	for (const program of running) program.signal('SIGKILL');
});

/** A program that ends with this process, and that may be ended and started again. */
export class Program {
	private child?: execa.ExecaChildProcess;
	private text = '';
	private textOfThisStart = '';

	constructor(private readonly options: ProgramOptions) {}

	get name(): string {
		return this.options.name;
	}

	logs(): string {
		return this.text;
	}

	/** Starts it; done when it can be used. Rejects with the end of its log if it ends early or takes too long. */
	async start(): Promise<void> {
		this.textOfThisStart = '';
		let ended: string | undefined;
		void this.spawn().then(({ shortMessage = 'has ended' }: Partial<execa.ExecaError>) => {
			ended = shortMessage;
			running.delete(this);
		});
		const isDecided = async () => ended !== undefined || (await this.isReady());
		await until(this.name, isDecided).catch(() => (ended ??= 'was not ready in time'));
		if (ended === undefined) return;
		await this.stop();
		throw new Error(`${this.name}: ${ended}. The end of its log:\n${lastLines(this.text, 20)}`);
	}

	protected async isReady(): Promise<boolean> {
		return this.textOfThisStart.includes(this.options.readyLine);
	}

	private spawn(): execa.ExecaChildProcess {
		const { command, cwd, env } = this.options;
		const [file, ...args] = command;
		this.child = execa(file, args, {
			cwd,
			env,
			extendEnv: env === undefined,
			all: true,
			buffer: false,
			reject: false,
			// Its own process group, so that a kill takes along what it has started, and Ctrl-C in a terminal does not reach it.
			detached: process.platform !== 'win32',
			stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		});
		running.add(this);
		this.child.all?.setEncoding('utf8').on('data', (text: string) => this.keep(text));
		return this.child;
	}

	private keep(text: string): void {
		this.text = (this.text + text).slice(-LOG_LIMIT);
		this.textOfThisStart = (this.textOfThisStart + text).slice(-LOG_LIMIT);
		this.options.onLog?.(text);
	}

	signal(name: NodeJS.Signals): void {
		const { pid } = this.child ?? {};
		if (pid === undefined) return;
		try {
			process.kill(process.platform === 'win32' ? pid : -pid, name);
		} catch {
			// It is gone already.
		}
	}

	/** Lets it finish what it is doing, as long as it grants itself; kills it when that takes too long. */
	async stop(): Promise<void> {
		if (!running.has(this)) return;
		// The program alone: it ends its children in the right order itself.
		this.child?.kill('SIGTERM', { forceKillAfterTimeout: STOP_TIMEOUT_MS });
		await this.child;
		await this.kill();
	}

	/** Ends it as a power cut would: no chance to save anything. */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.child;
	}
}
