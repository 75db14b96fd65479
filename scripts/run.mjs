// Runs a TypeScript file of this repository, as the commands of package.json do. It installs what is missing
// first, so here are Node's own modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const MINIMUM_NODE = 20;
const root = fileURLToPath(new URL('..', import.meta.url));

function fail(text) {
	process.stderr.write(`\n${text}\n`);
	process.exit(1);
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

function install() {
	process.stdout.write('Installing dependencies: a minute or two, the first time\n');
	const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: root,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (status === 0) return;
	fail(
		"The dependencies could not be installed. See npm's message above. Often the registry cannot be reached,\n" +
			'or its certificate is not trusted (NODE_EXTRA_CA_CERTS), or there is no 1 GB of space.',
	);
}

if (Number(process.versions.node.split('.')[0]) < MINIMUM_NODE) {
	fail(
		`This needs Node.js ${MINIMUM_NODE} or newer; here is ${process.versions.node}.\n` +
			'Install a newer one from https://nodejs.org and run the command again.',
	);
}
if (!isInstalled()) install();
// The file finds its own arguments where it would find them without this one.
process.argv.splice(1, 1);
await import('tsx');
await import(pathToFileURL(path.resolve(root, process.argv[1])));
