// Entry of `npm run sandbox`: plain Node, so that it can install what is missing first.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './lib/bootstrap.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = fileURLToPath(new URL('../sandbox/main.ts', import.meta.url));

await ensureDependencies();

// A relative path in the options is the caller's; npm itself runs scripts from the root.
const child = spawn(
	process.execPath,
	['--import', import.meta.resolve('tsx'), main, ...process.argv.slice(2)],
	{ cwd: process.env.INIT_CWD ?? root, stdio: 'inherit' },
);

// The sandbox ends in order, and this process with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
	process.exitCode = code ?? 1;
});
