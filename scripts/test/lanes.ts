/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheDir, repoRoot } from '../../harness/system/paths';
import { type Counts, type JestResult, countsByPart, failuresOf, NOT_RUN } from './counts';
import { prepare } from './needs';
import { type Output, runCommand } from './output';
import type { Part } from './parts';

/** Parts that are checked together, beside the other lanes. */
export interface Lane {
	parts: Part[];
	/** Answers with the counts of each part. */
	run: (output: Output) => Promise<Array<[part: string, counts: Counts]>>;
}

const names = (parts: Part[]) => parts.map(({ name }) => name);

/** An npm script has no tests to count: it counts as one. */
async function runScript({ name }: Part, output: Output): Promise<Array<[string, Counts]>> {
	const code = await runCommand('npm', ['run', '--silent', name], output);
	return [[name, code === 0 ? { passed: 1, failed: 0, skipped: 0 } : NOT_RUN]];
}

/** A worker that has grown beyond it is made anew: what a file leaves behind slows down all that follow. */
const WORKER_MEMORY = '1GB';

async function runJest(parts: Part[], workers: string, output: Output) {
	const projects = names(parts);
	const resultFile = path.join(cacheDir(), `jest-${projects.join('-')}.json`);
	await rm(resultFile, { force: true });
	const cli = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const size = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`];
	const args = [cli, '--selectProjects', ...projects, ...size];
	// With `--json`, a copy of the result goes to stdout; what people read goes to stderr.
	const json = ['--json', `--outputFile=${resultFile}`];
	const code = await runCommand(process.execPath, [...args, ...json], output, {
		discardStdout: true,
	});
	const text = await readFile(resultFile, 'utf8').catch(() => undefined);
	const result = text === undefined ? undefined : (JSON.parse(text) as JestResult);
	output.failures = result ? failuresOf(result) : [];
	return countsByPart(projects, { result, code });
}

/** Jest with a real n8n, once what it needs is there. */
async function runWithN8n(parts: Part[], output: Output): Promise<Array<[string, Counts]>> {
	const missing = await prepare(parts);
	const ready = parts.filter(({ needs }) => !needs.some((need) => missing.has(need)));
	const unready = parts.filter((part) => !ready.includes(part));
	// Its files wait for n8n most of the time.
	const counts = ready.length === 0 ? [] : await runJest(ready, '2', output);
	return [...counts, ...unready.map(({ name }): [string, Counts] => [name, NOT_RUN])];
}

/** What runs side by side: each npm script, all that Jest checks alone, and all that has a real n8n. */
export function lanesOf(parts: Part[]): Lane[] {
	const of = (wanted: Part['kind']) => parts.filter(({ kind }) => kind === wanted);
	const scripts = of('script').map(
		(part): Lane => ({
			parts: [part],
			run: async (output) => await runScript(part, output),
		}),
	);
	const [inProcess, realN8n] = [of('in process'), of('real n8n')];
	const jest: Lane[] = [
		{ parts: inProcess, run: async (output) => await runJest(inProcess, '100%', output) },
		{ parts: realN8n, run: async (output) => await runWithN8n(realN8n, output) },
	];
	return [...scripts, ...jest.filter((lane) => lane.parts.length > 0)];
}
