/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../../harness/editor/chromium';
import { cacheDir, repoRoot } from '../../harness/system/paths';
import { type OnProgress, step } from '../../harness/system/progress';
import { ensurePrograms } from '../../harness/queue/programs';
import { runShown } from './show';

/** How many tests of a part ended in which way. */
export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

/** A part of the whole check. */
export interface Part {
	name: string;
	/** Whether it needs the packed package. */
	needsPackage?: boolean;
	/** Whether it needs a real n8n. */
	needsN8n?: boolean;
	run: () => Promise<Counts>;
}

interface JestResult {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	numTotalTests: number;
	testResults: Array<{ status: string; assertionResults: unknown[] }>;
}

/** A check that has no tests of its own counts as one. */
async function command(args: string[]): Promise<Counts> {
	const ok = (await runShown('npm', args)) === 0;
	return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** A test file that could not even be loaded has no tests to count, and is a failure all the same. */
function brokenFiles(result: JestResult): number {
	return result.testResults.filter(
		({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
	).length;
}

async function readResult(file: string): Promise<JestResult | undefined> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as JestResult);
}

async function jest(project: string, options: string[]): Promise<Counts> {
	const resultFile = path.join(cacheDir(), `jest-${project}.json`);
	await rm(resultFile, { force: true });
	const cli = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const report = ['--json', `--outputFile=${resultFile}`];
	const args = [cli, '--selectProjects', project, ...report, ...options];
	const code = await runShown(process.execPath, args, { discardStdout: true });
	const result = await readResult(resultFile);
	const none = { passed: 0, failed: 1, skipped: 0 };
	if (!result) return none;
	const counts = {
		passed: result.numPassedTests,
		failed: result.numFailedTests + brokenFiles(result),
		skipped: result.numPendingTests + result.numTodoTests,
	};
	// No tests at all, or a failure outside of any test (a global teardown): never a success.
	if (counts.passed === 0 && counts.failed === 0) return { ...counts, failed: 1 };
	return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

const jestPart = (project: string, needs: Partial<Part> = {}, options: string[] = []): Part => ({
	name: project,
	...needs,
	run: () => jest(project, options),
});

/** The part, after programs that npm does not bring have been looked for and, where possible, installed. */
const withPrograms = (
	part: Part,
	title: string,
	ensure: (onProgress: OnProgress) => Promise<unknown>,
): Part => ({
	...part,
	run: async () => {
		await step(title, ensure);
		return await part.run();
	},
});

/** The parts that run a real n8n; one file at a time, since each brings up its own. */
const n8nPart = (project: string): Part =>
	jestPart(project, { needsPackage: true, needsN8n: true }, ['--runInBand']);

/** Everything `npm test` checks, in this order. */
export const PARTS: Part[] = [
	{ name: 'lint', run: () => command(['run', '--silent', 'lint']) },
	{ name: 'types', run: () => command(['run', '--silent', 'types']) },
	jestPart('unit'),
	jestPart('sandbox'),
	jestPart('n8n-core'),
	jestPart('repository'),
	jestPart('package', { needsPackage: true }),
	n8nPart('e2e'),
	withPrograms(n8nPart('editor'), 'Looking for Chromium', ensureChromium),
	withPrograms(n8nPart('queue'), 'Looking for PostgreSQL and Redis', ensurePrograms),
];
