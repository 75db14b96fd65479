/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests of the repository, not a part of the package */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../harness/system/paths';

/** Reads a file. All names are from the root of the repository. */
export const read = (name: string): string => readFileSync(path.join(repoRoot, name), 'utf8');

/** The files of a folder, and of all folders in it, whose names end so. */
export const filesBelow = (folder: string, end: string): string[] =>
	readdirSync(path.join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(end))
		.map((name) => path.posix.join(folder, name));

/** The files of the folder itself. */
export const filesIn = (folder: string, end: string): string[] =>
	filesBelow(folder, end).filter((name) => path.posix.dirname(name) === folder);
