import { rm } from 'node:fs/promises';
import path from 'node:path';
import { untilReady } from '../system/until';
import type { InstalledN8n } from './installed';
import { N8nProcess } from './process';

const LOG_LIMIT = 2_000_000;

/** A program of n8n, and the folder it works on. */
export interface ProgramOptions {
	/** How messages call it. */
	name: string;
	installed: InstalledN8n;
	/** For n8n's CLI. */
	args: string[];
	userFolder: string;
	env: NodeJS.ProcessEnv;
	/** Part of a line that it prints once it can be used. */
	readyLine: string;
	onLog?: (text: string) => void;
}

/** A program of n8n that may be ended and started again. */
export class N8nProgram {
	private process?: N8nProcess;

	private text = '';

	private textOfThisStart = '';

	constructor(private readonly options: ProgramOptions) {}

	/** How messages call it. */
	get name(): string {
		return this.options.name;
	}

	/** Its database, its key, its community nodes. */
	get userFolder(): string {
		return this.options.userFolder;
	}

	/** What it printed, from the first start on; the end of it, where that is a lot. */
	logs(): string {
		return this.text;
	}

	/** Starts it on the folder it has; done when it can be used. */
	async start(): Promise<void> {
		const { name, installed, args, env } = this.options;
		this.textOfThisStart = '';
		const started = new N8nProcess(installed, args, env, this.keep);
		this.process = started;
		await untilReady({
			name,
			isReady: async () => await this.isReady(),
			ended: () => started.ended,
			logs: () => this.text,
		}).catch(async (error: unknown) => {
			await started.kill();
			throw error;
		});
	}

	private readonly keep = (text: string): void => {
		this.text = (this.text + text).slice(-LOG_LIMIT);
		this.textOfThisStart = (this.textOfThisStart + text).slice(-LOG_LIMIT);
		this.options.onLog?.(text);
	};

	protected async isReady(): Promise<boolean> {
		return this.textOfThisStart.includes(this.options.readyLine);
	}

	/** Lets it finish what it is doing, as long as n8n grants it, and ends it. */
	async stop(): Promise<void> {
		await this.process?.stop();
	}

	/** Ends it as a power cut would. The folder stays: `start()` goes on with it. */
	async kill(): Promise<void> {
		await this.process?.kill();
		// Its only use: the next start sleeps ten seconds when it is there, in case crashes come in a loop.
		await rm(path.join(this.options.userFolder, '.n8n', 'crash.journal'), { force: true });
	}
}
