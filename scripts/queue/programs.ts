/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '../lib/lock';
import { cacheDir } from '../lib/paths';
import type { OnProgress } from '../lib/progress';
import { CommandError, type RunResult, lastLines, run, tryRun } from '../lib/run';

/** Debian keeps PostgreSQL's programs here, by version and off the PATH. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Somebody else may be installing packages at the moment. */
const WAIT_FOR_DPKG = 'DPkg::Lock::Timeout=300';

/** The programs that queue mode needs beside n8n, as paths. */
export interface Programs {
	initdb: string;
	postgres: string;
	redisServer: string;
}

/** The Debian packages they come from. */
const PACKAGES: Record<keyof Programs, string> = {
	initdb: 'postgresql',
	postgres: 'postgresql',
	redisServer: 'redis-server',
};

async function debianPostgresFolders(): Promise<string[]> {
	const versions = await readdir(DEBIAN_POSTGRES).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	return newestFirst.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'));
}

async function findPrograms(): Promise<Partial<Programs>> {
	const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
	const postgresFolders = [...(await debianPostgresFolders()), ...onPath];
	// Both from one folder: another version's initdb makes a cluster that postgres does not take.
	const postgresFolder = postgresFolders.find((folder) =>
		['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
	);
	const redisFolder = onPath.find((folder) => existsSync(path.join(folder, 'redis-server')));
	return {
		...(postgresFolder && {
			initdb: path.join(postgresFolder, 'initdb'),
			postgres: path.join(postgresFolder, 'postgres'),
		}),
		...(redisFolder && { redisServer: path.join(redisFolder, 'redis-server') }),
	};
}

function missingPackages(found: Partial<Programs>): string[] {
	const names = Object.keys(PACKAGES) as Array<keyof Programs>;
	return [...new Set(names.filter((name) => !found[name]).map((name) => PACKAGES[name]))];
}

async function mayInstall(): Promise<boolean> {
	if (process.getuid?.() !== 0) return false;
	return await tryRun('apt-get', ['--version']).then(
		({ code }) => code === 0,
		() => false,
	);
}

const cannotInstall = (packages: string[]): Error =>
	new Error(
		`Queue mode needs PostgreSQL and Redis; missing here: ${packages.join(', ')}. Install them and run the command again. ` +
			`Debian or Ubuntu: \`sudo apt-get install -y ${packages.join(' ')}\`; macOS: \`brew install postgresql redis\`. ` +
			'Neither has to be running: the tests start their own.',
	);

async function aptGet(args: string[], onProgress?: OnProgress): Promise<RunResult> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
	return await run('apt-get', ['-o', WAIT_FOR_DPKG, ...args], { env, onLine: onProgress });
}

async function install(packages: string[], onProgress?: OnProgress): Promise<void> {
	const installThem = async () =>
		await aptGet(['install', '-y', '--no-install-recommends', ...packages], onProgress);
	try {
		// The lists of packages may be missing, as in most images, or name versions that are gone.
		await installThem().catch(async () => {
			await aptGet(['update'], onProgress);
			await installThem();
		});
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		throw new Error(`${lastLines(error.output, 15)}\n\n${cannotInstall(packages).message}`, {
			cause: error,
		});
	}
}

/** Makes sure that PostgreSQL and Redis are on this machine; takes milliseconds when they are. */
export async function ensurePrograms(onProgress?: OnProgress): Promise<Programs> {
	const found = await findPrograms();
	if (missingPackages(found).length === 0) return found as Programs;
	return await withLock(path.join(cacheDir(), 'programs.lock'), async () => {
		const missing = missingPackages(await findPrograms());
		if (missing.length > 0) {
			if (!(await mayInstall())) throw cannotInstall(missing);
			await install(missing, onProgress);
		}
		const now = await findPrograms();
		if (missingPackages(now).length > 0) throw cannotInstall(missingPackages(now));
		return now as Programs;
	});
}
