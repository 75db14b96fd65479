import { LOOPBACK, freePort } from '../../system/ports';
import {
	KeptProgram,
	type ProgramForN8n,
	type ProgramUser,
	newProgramFolder,
} from './kept-program';
import type { Programs } from './index';

/** Starts an empty Redis on a port of its own, which keeps nothing on disk. */
export async function startRedis(programs: Programs, user: ProgramUser): Promise<ProgramForN8n> {
	const port = String(await freePort());
	const program = await KeptProgram.start({
		name: 'Redis',
		folder: await newProgramFolder('redis', user),
		user,
		command: [
			programs.redisServer,
			'--bind',
			LOOPBACK,
			'--port',
			port,
			'--save',
			'',
			'--appendonly',
			'no',
		],
		readyLine: 'Ready to accept connections',
	});
	const env = { QUEUE_BULL_REDIS_HOST: LOOPBACK, QUEUE_BULL_REDIS_PORT: port };
	return { env, stop: async () => await program.stop() };
}
