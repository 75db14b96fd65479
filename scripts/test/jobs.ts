/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheDir, repoRoot } from '../../harness/system/paths';
import { type Counts, type JestResult, countsByPart, failuresOf } from './counts';
import type { Part } from './parts';
import { type Output, runCommand } from './output';

/** Parts that one process checks. */
export interface Job {
	parts: Part[];
	/** Runs it; answers with the counts of each part. */
	run: (output: Output) => Promise<Map<string, Counts>>;
}

/** An npm script has no tests to count: it counts as one. */
async function runScript(name: string, output: Output): Promise<Map<string, Counts>> {
	const code = await runCommand('npm', ['run', '--silent', name], output);
	return new Map([[name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }]]);
}

/** The tests of a part are in the folder of its name. */
function partOf(file: string): string {
	return path.relative(path.join(repoRoot, 'test'), file).split(path.sep)[0];
}

async function readResult(file: string): Promise<JestResult | undefined> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as JestResult);
}

/** A worker that has grown beyond it is made anew: what a file leaves behind slows down all that follow. */
const WORKER_MEMORY = '1GB';

async function runJest(
	parts: string[],
	workers: string,
	output: Output,
): Promise<Map<string, Counts>> {
	const resultFile = path.join(cacheDir(), `jest-${parts.join('-')}.json`);
	await rm(resultFile, { force: true });
	const cli = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const size = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`];
	const args = [cli, '--selectProjects', ...parts, ...size, '--json', `--outputFile=${resultFile}`];
	// With `--json`, a copy of the result goes to stdout; what people read goes to stderr.
	const code = await runCommand(process.execPath, args, output, { discardStdout: true });
	const result = await readResult(resultFile);
	output.failures = result ? failuresOf(result) : [];
	return countsByPart(parts, partOf, { result, code });
}

const names = (parts: Part[]) => parts.map(({ name }) => name);
const seconds = ({ parts }: Job) => parts.reduce((sum, { takes }) => sum + takes, 0);

/**
 * What there is to run, the longest first. What needs no n8n shares one run of Jest, on all cores if nothing
 * else runs.
 */
export function jobsOf(parts: Part[]): Job[] {
	const together = parts.filter(({ kind }) => kind === 'in process');
	const others = parts.filter(({ kind }) => kind !== 'in process');
	const workers = others.length === 0 ? '100%' : '50%';
	const jobs = others.map(
		(part): Job => ({
			parts: [part],
			run: async (output) =>
				part.kind === 'script'
					? await runScript(part.name, output)
					: await runJest([part.name], String(part.workers ?? 1), output),
		}),
	);
	const inProcess: Job = {
		parts: together,
		run: async (output) => await runJest(names(together), workers, output),
	};
	const all = together.length > 0 ? [inProcess, ...jobs] : jobs;
	return all.sort((one, other) => seconds(other) - seconds(one));
}
