/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock';
import { cacheDir } from './paths';
import { run } from './run';

/** Another process may be installing packages. */
const WAIT_FOR_DPKG = 'DPkg::Lock::Timeout=300';

/** Programs that are not on npm, and their Debian packages. */
export interface Requirement<Programs> {
	/** Looks for them; undefined if one is missing. */
	find: () => Promise<Programs | undefined>;
	packages: string[];
	/** What a user has to do, if this process may not install them. */
	explain: string;
}

export function foldersOnPath(): string[] {
	return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
}

/** The first of the given programs that the PATH has, as a path. */
export function programOnPath(...names: string[]): string | undefined {
	const paths = names.flatMap((name) => foldersOnPath().map((folder) => path.join(folder, name)));
	return paths.find((file) => existsSync(file));
}

async function install({ packages, explain }: Requirement<unknown>): Promise<void> {
	if (process.getuid?.() !== 0 || programOnPath('apt-get') === undefined) throw new Error(explain);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
	const aptGet = async (...args: string[]) =>
		await run('apt-get', ['-o', WAIT_FOR_DPKG, ...args], { env });
	const installThem = async () =>
		await aptGet('install', '-y', '--no-install-recommends', ...packages);
	try {
		// The lists of packages may be missing, as in most images, or name versions that are gone.
		await installThem().catch(async () => await aptGet('update').then(installThem));
	} catch (error) {
		throw new Error(`${(error as Error).message}\n\n${explain}`, { cause: error });
	}
}

/**
 * Makes sure that programs are on this machine: as root on Debian it installs them, elsewhere it says what to install.
 * Takes milliseconds when all are there.
 */
export async function ensureInstalled<Programs>(
	requirement: Requirement<Programs>,
): Promise<Programs> {
	const found = await requirement.find();
	if (found !== undefined) return found;
	await withLock(path.join(cacheDir(), 'programs.lock'), async () => await install(requirement));
	const now = await requirement.find();
	if (now === undefined) throw new Error(requirement.explain);
	return now;
}
