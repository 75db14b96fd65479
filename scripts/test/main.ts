/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { createInterface } from 'node:readline';
import execa from 'execa';
import { leaveWith } from '../../harness/system/main';
import { repoRoot } from '../../harness/system/paths';
import { PARTS, REST, USUAL, type Part, chosenParts } from './parts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const secondsSince = (started: number) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** Takes the pictures of the documents again. */
const DOCUMENT_IMAGES = '--document-images';

const HELP = `Usage: npm test [-- part ...] [-- ${DOCUMENT_IMAGES}]

Parts: ${PARTS.map(({ name }) => name).join(', ')}
Without a part: ${USUAL.join(', ')}
With "all", as npm run test:all: also ${REST.join(', ')}

The linter, the compiler, Jest, and Jest with a real n8n run at the same time. Each test file is reported when it is
done. A job that failed shows its whole output at the end.
`;

/** A command that runs beside the others, and the parts that it tests. */
interface Job {
	title: string;
	command: string[];
}

interface Result {
	passed: number;
	failed: number;
	skipped: number;
	/** Names of tests and files that failed. */
	failures: string[];
}

/** A worker that is larger is replaced: what a file leaves in memory slows down all that follow. */
const WORKER_MEMORY = '1GB';

function jestJob(parts: Part[], workers: string): Job[] {
	if (parts.length === 0) return [];
	const projects = parts.map(({ name }) => name);
	const cli = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const size = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`];
	const command = [process.execPath, cli, '--selectProjects', ...projects, ...size];
	return [{ title: projects.join(', '), command }];
}

function jobsOf(parts: Part[]): Job[] {
	const of = (kind: Part['kind']) => parts.filter((part) => part.kind === kind);
	const scripts = of('script').map(({ name }) => ({
		title: name,
		command: ['npm', 'run', '--silent', name],
	}));
	// Most of the time these wait for n8n. The pictures show the sandbox at the one address that the documents name.
	const workers = process.env.GMC_DOCUMENT_IMAGES ? '1' : '2';
	return [...scripts, ...jestJob(of('in process'), '100%'), ...jestJob(of('real n8n'), workers)];
}

/** Runs a command. Alone it writes all it has to say; beside others only what is done, and the rest if it fails. */
async function runCommand([file, ...args]: string[], isAlone: boolean) {
	const child = execa(file, args, {
		cwd: repoRoot,
		stdin: 'ignore',
		all: true,
		buffer: false,
		reject: false,
	});
	let output = '';
	for await (const line of createInterface({ input: child.all! })) {
		output += `${line}\n`;
		if (isAlone || /^(PASS|FAIL|…|✔|✖) /.test(line)) say(line);
	}
	return { code: (await child).exitCode ?? -1, output };
}

/** From what Jest says at its end. An npm script says nothing of the kind, and counts as one test. */
function resultOf({ title }: Job, code: number, output: string): Result {
	const [, told] = /^Tests: +(.*)$/m.exec(output) ?? [];
	const count = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(told ?? '')?.[1] ?? 0);
	if (code === 0) {
		const passed = told === undefined ? 1 : count('passed');
		return { passed, failed: 0, skipped: count('skipped'), failures: [] };
	}
	const failures = [...new Set(output.match(/^(FAIL| {2}●) .*$/gm) ?? [`FAIL ${title}`])];
	// A file, or a hook after the last test, may fail without a failed test.
	const failed = Math.max(1, count('failed'));
	return { passed: count('passed'), failed, skipped: count('skipped'), failures };
}

/** Such as `412 passed, 0 failed`. */
const counted = ({ passed, failed, skipped }: Result) =>
	`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

async function runJob(job: Job, isAlone: boolean): Promise<Result> {
	const started = Date.now();
	say(`━━━ ${job.title}: started`);
	const { code, output } = await runCommand(job.command, isAlone);
	const result = resultOf(job, code, output);
	if (result.failed > 0 && !isAlone) say(`\n━━━ ${job.title}\n${output.trimEnd()}`);
	say(`━━━ ${job.title}: ${counted(result)} (${secondsSince(started)})`);
	return result;
}

async function main(): Promise<number> {
	const args = process.argv.slice(2);
	if (args.includes('--help')) {
		process.stdout.write(HELP);
		return 0;
	}
	const started = Date.now();
	if (args.includes(DOCUMENT_IMAGES)) process.env.GMC_DOCUMENT_IMAGES = '1';
	const jobs = jobsOf(chosenParts(args.filter((arg) => arg !== DOCUMENT_IMAGES)));
	const results = await Promise.all(jobs.map(async (job) => await runJob(job, jobs.length === 1)));
	const sum = (key: 'passed' | 'failed' | 'skipped') =>
		results.reduce((total, result) => total + result[key], 0);
	const failures = results.flatMap((one) => one.failures);
	const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures };
	say(['', ...failures].join('\n'));
	say(`Took ${secondsSince(started)}\n${counted(total)}`);
	return total.failed === 0 ? 0 : 1;
}

leaveWith(main());
