/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
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
	const top = (await readdir(repoRoot)).filter((entry) => INPUTS.test(entry));
	const files = await Promise.all(top.map((entry) => filesBelow(path.join(repoRoot, entry))));
	const hash = createHash('sha256');
	for (const file of files.flat().sort()) {
		hash.update(path.relative(repoRoot, file)).update('\0');
		hash.update(await readFile(file)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as it would be published; answers with the tarball's path. */
export async function packPackage(onProgress?: OnProgress): Promise<string> {
	const folder = path.join(cacheDir(), 'package');
	await mkdir(folder, { recursive: true });
	// The hash is taken inside the lock: the build empties `dist`, so only one may run at a time.
	return await withLock(`${folder}.lock`, async () => {
		const tarball = path.join(folder, `${await hashOfSources()}.tgz`);
		if (existsSync(tarball)) return tarball;
		const how = { cwd: repoRoot, onLine: onProgress };
		const gulp = path.join(repoRoot, 'node_modules', 'gulp', 'bin', 'gulp.js');
		await run(process.execPath, [gulp, 'build'], how);
		await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], how);
		const packed = (await readdir(folder)).find((file) => /-.*\.tgz$/.test(file))!;
		await rename(path.join(folder, packed), tarball);
		return tarball;
	});
}
