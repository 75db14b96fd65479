/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import execa from 'execa';
import { type Requirement, ensureInstalled, foldersOnPath, programOnPath } from '../system/debian';
import { LOOPBACK, freePort } from '../system/ports';
import { GUARD, Program } from '../system/program';
import { run } from '../system/run';
import type { Undo } from '../system/undo';

interface Programs {
	initdb: string;
	postgres: string;
	redisServer: string;
}

/** Debian keeps PostgreSQL's programs here, by version and off the PATH. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

async function findPrograms(): Promise<Programs | undefined> {
	const versions = await readdir(DEBIAN_POSTGRES).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = newestFirst.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'));
	const pathsIn = (folder: string) => ['initdb', 'postgres'].map((name) => path.join(folder, name));
	// Both from one folder: another version's initdb makes a cluster that postgres does not take.
	const folder = [...folders, ...foldersOnPath()].find((one) =>
		pathsIn(one).every((file) => existsSync(file)),
	);
	const redisServer = programOnPath('redis-server');
	if (folder === undefined || redisServer === undefined) return undefined;
	const [initdb, postgres] = pathsIn(folder);
	return { initdb, postgres, redisServer };
}

const POSTGRES_AND_REDIS: Requirement<Programs> = {
	find: findPrograms,
	packages: ['postgresql', 'redis-server'],
	explain:
		'Queue mode needs PostgreSQL and Redis. Install them and run the command again. ' +
		'Debian or Ubuntu: `sudo apt-get install -y postgresql redis-server`; macOS: `brew install postgresql redis`. ' +
		'Neither has to be running: the tests start their own.',
};

/** The user that a program runs as. Undefined: the current one. */
interface ProgramUser {
	uid?: number;
	gid?: number;
}

/** The user that PostgreSQL, which refuses to be root, and Redis are run as. */
async function unprivilegedUser(): Promise<ProgramUser> {
	if (process.getuid?.() !== 0) return {};
	for (const name of ['postgres', 'nobody']) {
		const idOf = async (of: string) => await execa('id', [of, name], { reject: false });
		const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
		if (uid.exitCode === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
	}
	throw new Error('PostgreSQL cannot be run as root, and there is no user "postgres" or "nobody".');
}

/** A new temporary folder that belongs to `user`. */
async function newFolder(name: string, { uid, gid }: ProgramUser): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), `gmc-${name}-`));
	if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
	return folder;
}

/** Starts a program as another user, in a folder that is removed when it ends. */
async function startKept(
	name: string,
	{ folder, undo, ...user }: { folder: string; undo: Undo } & ProgramUser,
	command: string[],
): Promise<void> {
	const keeper = path.join(__dirname, 'keeper.cjs');
	const program = new Program({
		name,
		command: [process.execPath, ...GUARD, keeper, JSON.stringify({ folder, ...user }), ...command],
		cwd: folder,
		readyLine: 'eady to accept connections',
	});
	await program.start();
	undo(async () => await program.stop());
}

/** An empty PostgreSQL on a port of its own. It holds nothing but tests, so it asks for no password. */
async function startPostgres({ initdb, postgres }: Programs, user: ProgramUser, undo: Undo) {
	const folder = await newFolder('postgres', user);
	const port = String(await freePort());
	const data = path.join(folder, 'data');
	const how = ['-U', 'n8n', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
	await run(initdb, ['-D', data, ...how], { cwd: folder, ...user });
	const options = ['-D', data, '-h', LOOPBACK, '-p', port, '-k', folder];
	// The data goes with this process, so nothing has to survive a power cut.
	const fast = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
	const settings = fast.flatMap((setting) => ['-c', setting]);
	const command = [postgres, ...options, ...settings];
	await startKept('PostgreSQL', { folder, undo, ...user }, command);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: LOOPBACK,
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
	};
}

/** An empty Redis on a port of its own, which keeps nothing on disk. */
async function startRedis({ redisServer }: Programs, user: ProgramUser, undo: Undo) {
	const port = String(await freePort());
	const folder = await newFolder('redis', user);
	const options = ['--bind', LOOPBACK, '--port', port, '--save', '', '--appendonly', 'no'];
	await startKept('Redis', { folder, undo, ...user }, [redisServer, ...options]);
	return { QUEUE_BULL_REDIS_HOST: LOOPBACK, QUEUE_BULL_REDIS_PORT: port };
}

/** Starts database and queue, and installs them if they are missing. @returns n8n's variables for them */
export async function startServices(undo: Undo) {
	const programs = await ensureInstalled(POSTGRES_AND_REDIS);
	const user = await unprivilegedUser();
	const postgres = await startPostgres(programs, user, undo);
	return { ...postgres, ...(await startRedis(programs, user, undo)) };
}
