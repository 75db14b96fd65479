import { existsSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock';
import { cacheDir } from './paths';
import type { OnProgress } from './progress';
import { CommandError, type RunResult, lastLines, run, tryRun } from './run';

/** Another process may be installing packages. */
const WAIT_FOR_DPKG = 'DPkg::Lock::Timeout=300';

/** Programs that are not on npm, and their Debian packages. */
export interface Requirement<Programs> {
	/** Looks for each program. */
	find: () => Promise<Partial<Programs>>;
	packages: Record<keyof Programs, string>;
	/** What a user has to install, if this process may not. */
	explain: (missing: string[]) => string;
}

/** The folders of the PATH. */
export function foldersOnPath(): string[] {
	return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
}

/** The first of the given programs that the PATH has, as a path. */
export function programOnPath(...names: string[]): string | undefined {
	const paths = names.flatMap((name) => foldersOnPath().map((folder) => path.join(folder, name)));
	return paths.find((file) => existsSync(file));
}

async function mayInstall(): Promise<boolean> {
	if (process.getuid?.() !== 0) return false;
	return await tryRun('apt-get', ['--version']).then(
		({ code }) => code === 0,
		() => false,
	);
}

async function aptGet(args: string[], onProgress?: OnProgress): Promise<RunResult> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
	return await run('apt-get', ['-o', WAIT_FOR_DPKG, ...args], { env, onLine: onProgress });
}

async function install(packages: string[], onProgress?: OnProgress): Promise<void> {
	const installThem = async () =>
		await aptGet(['install', '-y', '--no-install-recommends', ...packages], onProgress);
	// The lists of packages may be missing, as in most images, or name versions that are gone.
	await installThem().catch(async () => {
		await aptGet(['update'], onProgress);
		await installThem();
	});
}

/**
 * Makes sure that programs are on this machine: as root on Debian it installs what is missing, elsewhere it
 * says what to install. Takes milliseconds when all are there.
 */
export async function ensureInstalled<Programs extends object>(
	requirement: Requirement<Programs>,
	onProgress?: OnProgress,
): Promise<Programs> {
	const { find, packages, explain } = requirement;
	const names = Object.keys(packages) as Array<keyof Programs>;
	const missing = (found: Partial<Programs>) => [
		...new Set(names.filter((name) => !found[name]).map((name) => packages[name])),
	];
	const found = await find();
	if (missing(found).length === 0) return found as Programs;
	return await withLock(path.join(cacheDir(), 'programs.lock'), async () => {
		// Another process may have installed them meanwhile.
		const wanted = missing(await find());
		if (wanted.length > 0) {
			if (!(await mayInstall())) throw new Error(explain(wanted));
			await install(wanted, onProgress).catch((error: unknown) => {
				if (!(error instanceof CommandError)) throw error;
				const told = `${lastLines(error.output, 15)}\n\n${explain(wanted)}`;
				throw new Error(told, { cause: error });
			});
		}
		const now = await find();
		if (missing(now).length > 0) throw new Error(explain(missing(now)));
		return now as Programs;
	});
}
