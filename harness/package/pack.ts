/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '../system/lock';
import { cacheDir, repoRoot } from '../system/paths';
import type { OnProgress } from '../system/progress';
import { run } from '../system/run';

const INPUTS =
	/^(package\.json|README.*|CHANGELOG.*|LICENSE.*|gulpfile\.js|tsconfig.*\.json|nodes|credentials)$/;

async function filesBelow(entry: string): Promise<string[]> {
	const children = await readdir(entry, { withFileTypes: true }).catch(() => undefined);
	if (!children) return [entry];
	const nested = children.map((child) => filesBelow(path.join(entry, child.name)));
	return (await Promise.all(nested)).flat();
}

async function hashOfSources(): Promise<string> {
	const top = (await readdir(repoRoot)).filter((name) => INPUTS.test(name));
	const files = await Promise.all(top.map((name) => filesBelow(path.join(repoRoot, name))));
	const hash = createHash('sha256');
	for (const file of files.flat().sort()) {
		hash.update(path.relative(repoRoot, file)).update('\0');
		hash.update(await readFile(file)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}

async function buildAndPack(destination: string, onProgress?: OnProgress): Promise<void> {
	const temporary = `${destination}.${process.pid}.tmp`;
	await rm(temporary, { recursive: true, force: true });
	await mkdir(temporary, { recursive: true });
	try {
		const gulp = path.join(repoRoot, 'node_modules', 'gulp', 'bin', 'gulp.js');
		await run(process.execPath, [gulp, 'build'], { cwd: repoRoot, onLine: onProgress });
		await run('npm', ['pack', '--ignore-scripts', '--pack-destination', temporary], {
			cwd: repoRoot,
			onLine: onProgress,
		});
		await rename(temporary, destination);
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}

async function tarballIn(directory: string): Promise<string> {
	const name = (await readdir(directory)).find((file) => file.endsWith('.tgz'));
	if (!name) throw new Error('npm pack made no tarball');
	return path.join(directory, name);
}

/** Builds and packs the package as it would be published; answers with the tarball's path. */
export async function packPackage(onProgress?: OnProgress): Promise<string> {
	const packages = path.join(cacheDir(), 'package');
	// The hash is taken inside the lock: the build empties `dist`, so only one may run at a time.
	return await withLock(path.join(cacheDir(), 'package.lock'), async () => {
		const destination = path.join(packages, await hashOfSources());
		if (!existsSync(destination)) await buildAndPack(destination, onProgress);
		return await tarballIn(destination);
	});
}
