/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { type FSWatcher, watch } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import execa from 'execa';
import { repoRoot } from '../../harness/system/paths';
import { CommandError } from '../../harness/system/run';

const SOURCES = ['nodes', 'credentials'];

/** What n8n reads from beside the compiled files, as in gulpfile.js. */
const ASSET = /\.(svg|png|json)$/;

const COMPILED = /Found (\d+) errors?\. Watching/;

/**
 * Compiles the package into `folder`, and after each change again. Resolves after the first compilation.
 *
 * @param say gets the errors of the compiler
 * @returns what ends it
 */
export async function keepCompiled(
	folder: string,
	say: (line: string) => void,
): Promise<() => Promise<void>> {
	await mkdir(folder, { recursive: true });
	await cp(path.join(repoRoot, 'package.json'), path.join(folder, 'package.json'));
	const dist = path.join(folder, 'dist');
	for (const source of SOURCES) await copyAssets(source, dist);
	const compiler = startCompiler(dist);
	const watchers = SOURCES.map((source) => watchAssets(source, dist));
	await new Promise<void>((resolve, reject) => {
		createInterface({ input: compiler.stdout! }).on('line', (line) => {
			const errors = COMPILED.exec(line)?.[1];
			if (errors !== undefined) resolve();
			if (errors !== '0' && /error/.test(line)) say(line);
		});
		void compiler.then(({ stderr }) => reject(new CommandError('tsc has ended:', stderr)));
	});
	return async () => {
		for (const watcher of watchers) watcher.close();
		compiler.kill();
		await compiler;
	};
}

/** Directly into n8n's folder: behind a link, n8n would not reload the files. */
function startCompiler(dist: string): execa.ExecaChildProcess {
	const tsc = path.join(repoRoot, 'node_modules', 'typescript', 'bin', 'tsc');
	const project = ['--project', path.join(repoRoot, 'tsconfig.build.json'), '--outDir', dist];
	const args = [tsc, ...project, '--watch', '--preserveWatchOutput'];
	return execa(process.execPath, args, { cwd: repoRoot, stdin: 'ignore', reject: false });
}

async function copyAssets(source: string, dist: string): Promise<void> {
	await cp(path.join(repoRoot, source), path.join(dist, source), {
		recursive: true,
		filter: (file) => path.extname(file) === '' || ASSET.test(file),
	});
}

function watchAssets(source: string, dist: string): FSWatcher {
	return watch(path.join(repoRoot, source), { recursive: true }, (_event, file) => {
		// It may be gone by now.
		if (file && ASSET.test(file)) void copyAssets(source, dist).catch(() => undefined);
	});
}
