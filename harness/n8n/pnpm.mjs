// Has pnpm install what the lock in a folder pins: `node pnpm.mjs FOLDER OPTION…`. It runs before anything is installed
// (scripts/run.mjs), so here are Node's own modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [folder, ...options] = process.argv.slice(2);

/** npm hands its settings to its scripts as variables; this repository's must not reach n8n's install. */
const isOfNpm = (name) => /^npm_config_(ignore_scripts|local_prefix|prefix)$/i.test(name);
const env = Object.fromEntries(
	Object.entries(process.env).filter(([name]) => !isOfNpm(name) && name !== 'NODE_ENV'),
);

/** Runs a command. @returns its exit code */
function run(command, args, how = {}) {
	const stdio = ['ignore', 'inherit', 'inherit'];
	const shell = process.platform === 'win32' && command !== process.execPath;
	const { status } = spawnSync(command, args, {
		...{ cwd: folder, env: { ...env, CI: 'true' }, stdio, shell },
		...how,
	});
	return status ?? 1;
}

/**
 * sqlite3's binary, which its own install would compile for more than a minute where the host of its releases is not
 * reached. There a fork stands in whose npm package has the binaries.
 */
function provideSqlite() {
	const sqlite3 = realpathSync(
		path.join(folder, 'node_modules', '.pnpm', 'node_modules', 'sqlite3'),
	);
	const standIn = path.join(folder, 'sqlite3-stand-in');
	if (existsSync(path.join(sqlite3, 'build', 'Release', 'node_sqlite3.node'))) return 0;
	const download = createRequire(path.join(sqlite3, 'package.json')).resolve(
		'prebuild-install/bin.js',
	);
	const limit = { cwd: sqlite3, timeout: 30_000 };
	if (run(process.execPath, [download, '-r', 'napi'], limit) === 0) return 0;
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const code = run('npm', ['install', '--prefix', standIn, ...quiet, '@appthreat/sqlite3@9.0.2']);
	if (code !== 0) return code;
	const main = path.join(sqlite3, 'lib', 'sqlite3.js');
	const fork = path.join(standIn, 'node_modules', '@appthreat', 'sqlite3');
	// The file is a link into pnpm's store.
	rmSync(main);
	const name = JSON.stringify(path.relative(path.dirname(main), realpathSync(fork)));
	writeFileSync(main, `module.exports = require(${name}).default;\n`);
	return 0;
}

const pnpm = ['-y', 'pnpm@10', 'install', ...options, '--ignore-scripts', '--reporter=append-only'];
process.exit(run('npx', pnpm) || provideSqlite());
