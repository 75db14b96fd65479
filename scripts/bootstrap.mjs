// Runs before anything is installed: Node's own modules only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MINIMUM_NODE = 20;
const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(root, 'node_modules', '.gmc-lock-hash');

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

const hashOfLock = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/**
 * npm keeps the tree it installed in node_modules/.package-lock.json. A tree installed by hand with
 * `npm ci` has no stamp of ours, so every package of the lock is looked up there instead.
 */
function matchesInstalledTree() {
	const hidden = path.join(root, 'node_modules', '.package-lock.json');
	if (!existsSync(hidden)) return false;
	const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
	const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
	return Object.entries(wanted).every(
		([name, entry]) =>
			name === '' || entry.optional || installed[name]?.integrity === entry.integrity,
	);
}

function isInstalled() {
	if (!existsSync(path.join(root, 'node_modules'))) return false;
	if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === hashOfLock();
	if (!matchesInstalledTree()) return false;
	writeFileSync(stampFile, hashOfLock());
	return true;
}

/** What the usual failures of `npm ci` mean, and what to do about them. */
const EXPLANATIONS = [
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT/,
		'The npm registry cannot be reached. Check the network (and the proxy, if there is one: `npm config get proxy`), then run the command again.',
	],
	[
		/ENOSPC/,
		'The disk is full. Free about 1 GB (the demo needs 3 GB more) and run the command again.',
	],
	[/EACCES|EPERM/, 'npm may not write here. Check who owns this folder and ~/.npm.'],
	[
		/CERT|SELF_SIGNED/,
		"The registry's certificate is not trusted. Behind a company proxy, point NODE_EXTRA_CA_CERTS at its certificate.",
	],
	[
		/can only install packages when|EUSAGE/,
		'package.json and package-lock.json disagree. Run `npm install` and commit the lock file.',
	],
];

function explain(output) {
	const known = EXPLANATIONS.find(([pattern]) => pattern.test(output));
	return known ? known[1] : 'Run `npm ci` yourself to see the whole story.';
}

function npmCi() {
	const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
	const child = spawn('npm', args, {
		cwd: root,
		stdio: ['ignore', 'inherit', 'pipe'],
		shell: process.platform === 'win32',
	});
	let errors = '';
	child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
	return new Promise((resolve) => {
		child.once('error', (error) => resolve({ code: -1, errors: error.message }));
		child.once('close', (code) => resolve({ code, errors }));
	});
}

/** Installs what package-lock.json names, unless that very set is there already. */
export async function ensureDependencies() {
	requireNode();
	if (isInstalled()) return;
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	say('… Installing dependencies (npm ci), about a minute the first time');
	const timer = setInterval(() => say(`  Installing dependencies: ${elapsed()}`), 10_000);
	const { code, errors } = await npmCi();
	clearInterval(timer);
	if (code !== 0)
		fail(`${errors.trim()}\n\nThe dependencies could not be installed. ${explain(errors)}`);
	writeFileSync(stampFile, hashOfLock());
	say(`✔ Installing dependencies (${elapsed()})`);
}

/** Runs a TypeScript file of this repository and ends this process the way that one ended. */
export async function runTypeScript(file, args) {
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
	const code = await new Promise((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (exitCode) => resolve(exitCode ?? 1));
	});
	process.exit(code);
}
