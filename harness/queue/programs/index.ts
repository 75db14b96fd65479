import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
	type Requirement,
	ensureInstalled,
	foldersOnPath,
	programOnPath,
} from '../../system/debian';
import type { OnProgress } from '../../system/progress';

/** Debian keeps PostgreSQL's programs here, by version and off the PATH. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** The programs that queue mode needs beside n8n, as paths. */
export interface Programs {
	initdb: string;
	postgres: string;
	redisServer: string;
}

async function debianPostgresFolders(): Promise<string[]> {
	const versions = await readdir(DEBIAN_POSTGRES).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	return newestFirst.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'));
}

async function findPrograms(): Promise<Partial<Programs>> {
	const postgresFolders = [...(await debianPostgresFolders()), ...foldersOnPath()];
	// Both from one folder: another version's initdb makes a cluster that postgres does not take.
	const postgresFolder = postgresFolders.find((folder) =>
		['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
	);
	return {
		...(postgresFolder && {
			initdb: path.join(postgresFolder, 'initdb'),
			postgres: path.join(postgresFolder, 'postgres'),
		}),
		redisServer: programOnPath('redis-server'),
	};
}

const POSTGRES_AND_REDIS: Requirement<Programs> = {
	find: findPrograms,
	packages: { initdb: 'postgresql', postgres: 'postgresql', redisServer: 'redis-server' },
	explain: (missing) =>
		`Queue mode needs PostgreSQL and Redis; missing here: ${missing.join(', ')}. Install them and run the command again. ` +
		`Debian or Ubuntu: \`sudo apt-get install -y ${missing.join(' ')}\`; macOS: \`brew install postgresql redis\`. ` +
		'Neither has to be running: the tests start their own.',
};

/** Makes sure that PostgreSQL and Redis are on this machine; takes milliseconds when they are. */
export async function ensurePrograms(onProgress?: OnProgress): Promise<Programs> {
	return await ensureInstalled(POSTGRES_AND_REDIS, onProgress);
}
