// Runs a TypeScript file of this repository, as the commands of package.json do. It installs what is missing
// first, so here are Node's own modules only.
import { spawn } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	utimesSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MINIMUM_NODE = 20;
const root = fileURLToPath(new URL('..', import.meta.url));

const say = (text) => process.stdout.write(`${text}\n`);

function fail(text) {
	process.stderr.write(`\n${text}\n`);
	process.exit(1);
}

function requireNode() {
	if (Number(process.versions.node.split('.')[0]) >= MINIMUM_NODE) return;
	fail(
		`This needs Node.js ${MINIMUM_NODE} or newer; here is ${process.versions.node}.\n` +
			'Install a newer one from https://nodejs.org and run the command again.',
	);
}

/** Whether node_modules/.package-lock.json has every package of the lock. */
function isInstalled() {
	const hidden = path.join(root, 'node_modules', '.package-lock.json');
	if (!existsSync(hidden)) return false;
	const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
	const installed = packagesIn(hidden);
	const wanted = Object.entries(packagesIn(path.join(root, 'package-lock.json')));
	return wanted.every(
		([name, entry]) =>
			name === '' || entry.optional || installed[name]?.integrity === entry.integrity,
	);
}

/** The exit code of a process, once it has ended. */
const ended = (child) =>
	new Promise((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (code) => resolve(code ?? 1));
	});

/** Whether a command starts n8n. Of the parts that `npm test` may name some do not. */
const startsN8n = (file, args) =>
	file === 'scripts/test/main.ts'
		? args.length === 0 || args[0] === 'all'
		: file === 'scripts/demo/main.ts';

/**
 * Starts the install of n8n, unless it was started. harness/n8n/install.ts waits for it, completes it, or says what is
 * wrong. The lock is that of `withLock`.
 */
async function beginN8n() {
	const runtime = path.join(root, 'harness', 'n8n', 'runtime');
	const { dependencies } = JSON.parse(readFileSync(path.join(runtime, 'package.json'), 'utf8'));
	const name = `n8n-${dependencies.n8n}`;
	const cache = path.resolve(process.env.GMC_CACHE_DIR || path.join(root, '.cache'));
	const folder = path.join(cache, name);
	const lock = `${folder}.lock`;
	mkdirSync(cache, { recursive: true });
	if (existsSync(folder) || existsSync(lock)) return;
	mkdirSync(lock);
	const touching = setInterval(() => utimesSync(lock, new Date(), new Date()), 5_000);
	cpSync(runtime, folder, { recursive: true });
	renameSync(path.join(folder, `${name}.lock`), path.join(folder, 'pnpm-lock.yaml'));
	const pnpm = path.join(root, 'harness', 'n8n', 'pnpm.mjs');
	await ended(spawn(process.execPath, [pnpm, folder, '--frozen-lockfile'], { stdio: 'ignore' }));
	clearInterval(touching);
	rmdirSync(lock);
}

/** Installs the packages of package-lock.json if they are missing. n8n's install goes on in the background. */
async function ensureDependencies(withN8n) {
	if (isInstalled()) return;
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	if (withN8n) void beginN8n();
	const title = 'Installing dependencies';
	say(`… ${title}: a minute or two, the first time`);
	const timer = setInterval(() => say(`  ${title}: ${elapsed()}`), 10_000);
	const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	});
	const code = await ended(npm);
	clearInterval(timer);
	if (code !== 0) {
		fail(
			"The dependencies could not be installed. See npm's message above. Often the registry cannot be reached,\n" +
				'or its certificate is not trusted (NODE_EXTRA_CA_CERTS), or there is no 1 GB of space.',
		);
	}
	say(`✔ ${title} (${elapsed()})`);
}

/** Runs the file and ends this process the way that one ended. */
async function runTypeScript(file, args) {
	const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, file), ...args], {
		cwd: root,
		stdio: 'inherit',
	});
	// Ctrl-C reaches the child, too: both have the same terminal. Other signals are passed on.
	process.on('SIGINT', () => {
		if (!process.stdin.isTTY) child.kill('SIGINT');
	});
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	process.exit(await ended(child));
}

requireNode();
const [file, ...args] = process.argv.slice(2);
await ensureDependencies(startsN8n(file, args));
await runTypeScript(file, args);
