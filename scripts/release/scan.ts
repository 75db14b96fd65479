/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../../harness/system/paths';
import { run } from '../../harness/system/run';
import { packPackage } from '../../harness/package/pack';
import { leaveWith } from '../command';

interface Scanner {
	/** What the scanner looks at in the source that a provenance names. */
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

/** What the scanner looks at in the tarball; its command line only takes what npm has already. */
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

async function withTarball<T>(use: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gmc-scan-'));
	try {
		await run('tar', ['-xzf', await packPackage(), '-C', folder, '--strip-components=1']);
		return await use(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Runs n8n's scanner on the folder of a source, or on this one, and on the packed package. */
async function main([source = repoRoot]: string[]): Promise<number> {
	// Under jest's `test`, eslint-plugin-n8n-nodes-base goes by the file names of its own tests.
	delete process.env.NODE_ENV;
	const scanner = (await import(
		// @ts-expect-error -- it has no types
		'@n8n/scan-community-package/scanner/scanner.mjs'
	)) as Scanner;
	const results = [
		await scanner.analyzePackage(path.resolve(source), scanner.SOURCE_FILE_PATTERNS),
		await withTarball((folder) => scanner.analyzePackage(folder, TARBALL_FILE_PATTERNS)),
	];
	const names = ['source', 'tarball'];
	for (const [index, { passed, message = '', details = '' }] of results.entries()) {
		const told = passed ? 'nothing found' : `${message}\n${details}`;
		process.stdout.write(`n8n's scanner, ${names[index]}: ${told}\n`);
	}
	return results.every(({ passed }) => passed) ? 0 : 1;
}

leaveWith(main(process.argv.slice(2)));
