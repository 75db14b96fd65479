// Has pnpm install what the lock in a folder pins: `node pnpm.mjs FOLDER OPTION…`. It runs before anything is installed
// (scripts/run.mjs), so here are Node's own modules only.
import { spawn } from 'node:child_process';
import path from 'node:path';

const [folder, ...options] = process.argv.slice(2);

/** npm hands its settings to its scripts as variables; this repository's must not reach n8n's install. */
const isOfNpm = (name) => /^npm_config_(ignore_scripts|local_prefix|prefix)$/i.test(name);
const env = Object.fromEntries(
	Object.entries(process.env).filter(([name]) => !isOfNpm(name) && name !== 'NODE_ENV'),
);

/**
 * sqlite3 is compiled against the headers that come with n8n's Node.js: node-gyp would download those of
 * this process's Node.js from nodejs.org, which is out of reach where only a registry's mirror is open.
 */
if (process.platform === 'linux') {
	env.npm_config_nodedir = path.join(folder, 'node_modules', `node-linux-${process.arch}`);
}

const args = ['-y', 'pnpm@10', 'install', ...options, '--reporter=append-only'];
const child = spawn('npx', args, {
	cwd: folder,
	env: { ...env, CI: 'true' },
	stdio: ['ignore', 'inherit', 'inherit'],
	shell: process.platform === 'win32',
});
child.once('error', () => process.exit(1));
child.once('close', (code) => process.exit(code ?? 1));
