/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import execa from 'execa';
import { repoRoot } from '../../harness/system/paths';
import { command, say } from '../command';
import { ALL, IN_PROCESS, REST, SCRIPTS, USUAL, WITH_N8N, chosenParts } from './parts';

const HELP = `Usage: npm test [-- part ...] [-- --document-images]

Parts: ${ALL.join(', ')}
Without a part: ${USUAL.join(', ')}
With "all", as npm run test:all: also ${REST.join(', ')}

The linter, the compiler, Jest, and Jest with a real n8n run at the same time. Each test file is reported when it is
done. A job that failed shows its whole output at the end, and then the names of the tests that failed.
--document-images takes the pictures of the documents again.
`;

interface Job {
	title: string;
	file: string;
	args: string[];
}

/** A worker that is larger is replaced: what a file leaves in memory slows down all that follow. */
const WORKER_MEMORY = '1GB';

function jestJob(projects: string[], workers: number): Job[] {
	if (projects.length === 0) return [];
	const cli = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const size = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`];
	const args = [cli, '--selectProjects', ...projects, ...size];
	return [{ title: projects.join(', '), file: process.execPath, args }];
}

function jobsOf(parts: string[]): Job[] {
	const chosen = (some: string[]) => some.filter((name) => parts.includes(name));
	const scripts = chosen(SCRIPTS).map((name) => {
		return { title: name, file: 'npm', args: ['run', '--silent', name] };
	});
	// Most of the time these wait for n8n. The pictures show the sandbox at the one address that the documents name.
	const workers = process.env.GMC_DOCUMENT_IMAGES ? 1 : 2;
	return [
		...scripts,
		// Some wait for the end of a hold, so one more runs than there are processors.
		...jestJob(chosen(IN_PROCESS), availableParallelism() + 1),
		...jestJob(chosen(WITH_N8N), workers),
	];
}

const secondsSince = (started: number) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** Runs a job. Alone it writes all it has to say, beside others only what is done. @returns its output if it fails */
async function runJob({ title, file, args }: Job, isAlone: boolean): Promise<string | undefined> {
	const started = Date.now();
	say(`━━━ ${title}: started`);
	const how = { cwd: repoRoot, stdin: 'ignore', all: true, buffer: false, reject: false } as const;
	const child = execa(file, args, how);
	let output = '';
	for await (const line of createInterface({ input: child.all! })) {
		output += `${line}\n`;
		if (isAlone || /^(PASS|FAIL|Tests:|…|✔|✖) /.test(line)) say(line);
	}
	const hasPassed = (await child).exitCode === 0;
	say(`━━━ ${title}: ${hasPassed ? 'passed' : 'FAILED'} (${secondsSince(started)})`);
	if (hasPassed) return undefined;
	// Their names come last: whoever keeps only the end of an output still sees them.
	const failed = [...new Set(output.match(/^ +● (?!Console).+$/gm))].join('\n');
	return `━━━ ${title}${isAlone ? ': see above' : `\n${output.trimEnd()}`}\n\n${failed}`;
}

const OPTIONS = { 'document-images': { type: 'boolean' } } as const;

command(
	HELP,
	OPTIONS,
	async ({ 'document-images': takesImages }, names) => {
		const started = Date.now();
		if (takesImages) process.env.GMC_DOCUMENT_IMAGES = '1';
		const jobs = jobsOf(chosenParts(names));
		const isAlone = jobs.length === 1;
		const outputs = await Promise.all(jobs.map(async (job) => await runJob(job, isAlone)));
		const failures = outputs.filter((output) => output !== undefined);
		for (const output of failures) say(`\n${output.trimEnd()}`);
		say(`\n${failures.length} of ${jobs.length} jobs failed, in ${secondsSince(started)}`);
		return failures.length === 0 ? 0 : 1;
	},
	true,
);
