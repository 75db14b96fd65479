import { randomBytes } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LOOPBACK, freePort } from '../../system/ports';
import { run } from '../../system/run';
import {
	KeptProgram,
	type ProgramForN8n,
	type ProgramUser,
	newProgramFolder,
} from './kept-program';
import type { Programs } from './index';

const DATABASE_USER = 'n8n';

async function makeCluster(
	{ initdb }: Programs,
	{ folder, user, password }: { folder: string; user: ProgramUser; password: string },
): Promise<string> {
	const data = path.join(folder, 'data');
	const passwordFile = path.join(folder, 'password');
	await writeFile(passwordFile, password);
	// For the user that initdb runs as; the folder is closed to everybody else.
	await chmod(passwordFile, 0o644);
	const args = ['-D', data, '-U', DATABASE_USER, '--auth=scram-sha-256', '-E', 'UTF8'];
	const rest = ['--locale=C', '--no-sync', `--pwfile=${passwordFile}`];
	await run(initdb, [...args, ...rest], { cwd: folder, ...user });
	await rm(passwordFile);
	return data;
}

/** Starts an empty PostgreSQL on a port of its own, in a temporary folder. */
export async function startPostgres(programs: Programs, user: ProgramUser): Promise<ProgramForN8n> {
	const folder = await newProgramFolder('postgres', user);
	const password = randomBytes(18).toString('base64url');
	const port = String(await freePort());
	try {
		const data = await makeCluster(programs, { folder, user, password });
		const options = ['-D', data, '-h', LOOPBACK, '-p', port, '-k', folder];
		// The data goes with this process, so nothing has to survive a power cut.
		const fast = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
		const program = await KeptProgram.start({
			name: 'PostgreSQL',
			folder,
			user,
			command: [programs.postgres, ...options, ...fast.flatMap((setting) => ['-c', setting])],
			readyLine: 'ready to accept connections',
		});
		const env = {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: LOOPBACK,
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: DATABASE_USER,
			DB_POSTGRESDB_PASSWORD: password,
		};
		return { env, stop: async () => await program.stop() };
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		throw error;
	}
}
