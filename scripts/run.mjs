// Runs a TypeScript file of this repository, as the commands of package.json do. It installs what is missing
// first, so here are Node's own modules only.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** The exit code of a process, once it has ended. */
const ended = (child) =>
	new Promise((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (code) => resolve(code ?? 1));
	});

/** Installs what package-lock.json names, unless that very set is there already. */
async function ensureDependencies() {
	if (isInstalled()) return;
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	say('… Installing dependencies (npm ci), about a minute the first time');
	const timer = setInterval(() => say(`  Installing dependencies: ${elapsed()}`), 10_000);
	const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	});
	const code = await ended(npm);
	clearInterval(timer);
	if (code !== 0) {
		fail(
			'The dependencies could not be installed. npm says above why: most often the registry cannot be reached,\n' +
				'or its certificate is not trusted (NODE_EXTRA_CA_CERTS), or there is no 1 GB of space.',
		);
	}
	say(`✔ Installing dependencies (${elapsed()})`);
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
await ensureDependencies();
const [file, ...args] = process.argv.slice(2);
await runTypeScript(file, args);
