/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheDir, repoRoot } from '../../harness/system/paths';
import { step } from '../../harness/system/progress';
import { ensureN8n } from '../../harness/n8n/install';
import { runCommand } from '../test/output';
import { type TestResult, versionTable } from './table';
import { N8N_VERSIONS } from '../../harness/n8n/installed';
import { leaveWith } from '../../harness/system/main';

async function runTests(): Promise<{ code: number; results: TestResult[] }> {
	const file = path.join(cacheDir(), 'jest-compat.json');
	const jest = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const options = ['--selectProjects', 'compat', '--runInBand', '--json', `--outputFile=${file}`];
	const output = { isLive: true, text: '', failures: [] };
	const code = await runCommand(process.execPath, [jest, ...options], output, {
		discardStdout: true,
	});
	const { testResults } = JSON.parse(await readFile(file, 'utf8')) as {
		testResults: Array<{ assertionResults: TestResult[] }>;
	};
	return { code, results: testResults.flatMap(({ assertionResults }) => assertionResults) };
}

/** Runs the package in several versions of n8n, and prints a table of the tests. */
async function main(): Promise<number> {
	for (const version of N8N_VERSIONS) {
		await step(`Installing n8n ${version}`, async (onProgress) => {
			await ensureN8n(version, onProgress);
		});
	}
	const { code, results } = await runTests();
	process.stdout.write(`${versionTable(results)}\n`);
	return code;
}

leaveWith(main());
