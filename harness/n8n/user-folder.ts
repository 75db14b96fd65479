/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../system/run';

export async function newUserFolder(): Promise<string> {
	return await mkdtemp(path.join(tmpdir(), 'gmc-n8n-'));
}

/** Gives a folder without a database the empty one made at installation, which spares its creation. */
export async function provideDatabase(userFolder: string, blank: string): Promise<void> {
	const target = path.join(userFolder, '.n8n');
	if (existsSync(path.join(target, 'config'))) return;
	await cp(path.join(blank, '.n8n'), target, { recursive: true });
}

/** Where n8n looks for a community node. */
export function packageFolder(userFolder: string, name: string): string {
	return path.join(userFolder, '.n8n', 'nodes', 'node_modules', name);
}

/** Puts a packed package where n8n looks for community nodes, the way n8n itself does it. */
export async function installTarball(userFolder: string, tarball: string): Promise<void> {
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	const manifest = path.join(nodes, 'package.json');
	if (!existsSync(manifest)) {
		const content = { name: 'installed-nodes', private: true, dependencies: {} };
		await writeFile(manifest, JSON.stringify(content));
	}
	await run(
		'npm',
		[
			'install',
			'--legacy-peer-deps',
			'--omit=peer',
			'--ignore-scripts',
			'--no-audit',
			'--no-fund',
			'--no-package-lock',
			'--prefer-offline',
			tarball,
		],
		{ cwd: nodes },
	);
}
