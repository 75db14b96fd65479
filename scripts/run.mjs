// Runs a TypeScript file of this repository, as the commands of package.json do. It installs what is missing
// first, so here are Node's own modules only.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

/** Whether the tree that npm keeps in node_modules/.package-lock.json has every package of the lock. */
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

const start = (command, args, how) =>
	spawn(command, args, { ...how, shell: process.platform === 'win32' });

/** The exit code of a process, once it has ended. */
const ended = (child) =>
	new Promise((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (code) => resolve(code ?? 1));
	});

/** Whether a command starts n8n. Of the parts of `npm test` some do not, so that those are not to wait for it. */
const startsN8n = (file, args) =>
	file === 'scripts/test/main.ts' ? args.length === 0 : /^scripts\/(demo|dev)\//.test(file);

/**
 * Downloads n8n while npm installs the rest: into pnpm's store, from which harness/n8n/install.ts takes it. Where this
 * fails, that downloads it, and says what is wrong.
 */
async function downloadN8n() {
	const cache = process.env.GMC_CACHE_DIR || path.join(root, '.cache');
	mkdirSync(cache, { recursive: true });
	// Beside n8n, since pnpm has a store for each disk.
	const folder = mkdtempSync(path.join(cache, 'download-'));
	const runtime = path.join(root, 'harness', 'n8n', 'runtime');
	const { dependencies } = JSON.parse(readFileSync(path.join(runtime, 'package.json'), 'utf8'));
	const lock = `n8n-${dependencies.n8n}.lock`;
	for (const name of ['package.json', 'pnpm-workspace.yaml', lock]) {
		const as = name === lock ? 'pnpm-lock.yaml' : name;
		copyFileSync(path.join(runtime, name), path.join(folder, as));
	}
	const onlyStore = ['--ignore-scripts', '--config.enable-modules-dir=false'];
	const args = ['-y', 'pnpm@10', 'install', '--frozen-lockfile', ...onlyStore];
	await ended(start('npx', args, { cwd: folder, stdio: 'ignore' }));
	rmSync(folder, { recursive: true, force: true });
}

/** Installs what package-lock.json names, unless that very set is there already, and downloads n8n beside it. */
async function ensureDependencies(withN8n) {
	if (isInstalled()) return;
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	const title = `Installing dependencies${withN8n ? ', downloading n8n' : ''}`;
	say(`… ${title}: about a minute the first time`);
	const timer = setInterval(() => say(`  ${title}: ${elapsed()}`), 10_000);
	const npm = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
	const [code] = await Promise.all([
		ended(start('npm', npm, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })),
		withN8n && downloadN8n(),
	]);
	clearInterval(timer);
	if (code !== 0) {
		fail(
			'The dependencies could not be installed. npm says above why: most often the registry cannot be reached,\n' +
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
	// Ctrl-C reaches the child by itself, since both sit in one terminal; this process only has to
	// outlive it. A signal sent by a supervisor reaches this process alone and is handed on.
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
