/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { leaveWith } from '../command';
import { repoRoot } from '../../harness/system/paths';
import { releaseNotes } from './notes';

const read = async (name: string) => await readFile(path.join(repoRoot, name), 'utf8');
const versionIn = async (name: string) =>
	(JSON.parse(await read(name)) as { version: string }).version;

async function main(): Promise<number> {
	const [tag = ''] = process.argv.slice(2);
	const [manifest, lock] = await Promise.all(['package.json', 'package-lock.json'].map(versionIn));
	const changelog = await read('CHANGELOG.md');
	process.stdout.write(`${releaseNotes({ tag, versions: { manifest, lock }, changelog })}\n`);
	return 0;
}

leaveWith(main());
