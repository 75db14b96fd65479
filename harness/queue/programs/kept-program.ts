import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tryRun } from '../../system/run';
import { untilReady } from '../../system/until';

const LOG_LIMIT = 20_000;

/** The user that a program runs as. Undefined: the current one. */
export interface ProgramUser {
	uid?: number;
	gid?: number;
}

async function idOf(option: '-u' | '-g', name: string): Promise<number | undefined> {
	const { code, stdout } = await tryRun('id', [option, name]);
	return code === 0 ? Number(stdout) : undefined;
}

/** The user that PostgreSQL, which refuses to be root, and Redis are run as. */
export async function unprivilegedUser(): Promise<ProgramUser> {
	if (process.getuid?.() !== 0) return {};
	for (const name of ['postgres', 'nobody']) {
		const uid = await idOf('-u', name);
		if (uid !== undefined) return { uid, gid: await idOf('-g', name) };
	}
	throw new Error('PostgreSQL cannot be run as root, and there is no user "postgres" or "nobody".');
}

/** A new temporary folder that belongs to `user`. */
export async function newProgramFolder(name: string, { uid, gid }: ProgramUser): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), `gmc-${name}-`));
	if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
	return folder;
}

/** How to start a program. */
export interface ProgramStart {
	/** How messages call it. */
	name: string;
	/** Its working directory, removed when it ends. */
	folder: string;
	user: ProgramUser;
	command: string[];
	/** Part of a line that it prints once it can be used. */
	readyLine: string;
}

/** A program of our own that n8n uses. */
export interface ProgramForN8n {
	/** n8n's variables for it. */
	env: Record<string, string>;
	/** Ends it and removes its data. */
	stop(): Promise<void>;
}

/** A program that ends with this process. */
export class KeptProgram {
	private readonly keeper: ChildProcess;

	private log = '';

	private constructor(private readonly start: ProgramStart) {
		const settings = JSON.stringify({ folder: start.folder, ...start.user });
		this.keeper = spawn(
			process.execPath,
			[path.join(__dirname, 'keeper.cjs'), settings, ...start.command],
			// A group of its own: Ctrl-C in a terminal would end it before those who use it.
			{ detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
		);
		const take = (text: string) => {
			this.log = (this.log + text).slice(-LOG_LIMIT);
		};
		this.keeper.stdout?.setEncoding('utf8').on('data', take);
		this.keeper.stderr?.setEncoding('utf8').on('data', take);
	}

	/** Starts a program and waits until it says that it is ready. */
	static async start(start: ProgramStart): Promise<KeptProgram> {
		const program = new KeptProgram(start);
		await program.ready().catch(async (error: unknown) => {
			await program.stop();
			throw error;
		});
		return program;
	}

	/** Ends the program and removes its folder. */
	async stop(): Promise<void> {
		if (this.hasEnded) return;
		this.keeper.kill('SIGTERM');
		await once(this.keeper, 'exit');
	}

	private get hasEnded(): boolean {
		return this.keeper.exitCode !== null || this.keeper.signalCode !== null;
	}

	private async ready(): Promise<void> {
		const { name, readyLine } = this.start;
		await untilReady({
			name,
			isReady: async () => this.log.includes(readyLine),
			ended: () => (this.hasEnded ? 'could not be started' : undefined),
			logs: () => this.log,
		});
	}
}
