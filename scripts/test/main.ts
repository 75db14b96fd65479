import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import execa from 'execa';
import { leaveWith } from '../../harness/system/main';
import { cacheDir, repoRoot } from '../../harness/system/paths';
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
	/** Where Jest writes its result. An npm script has none, and counts as one test. */
	resultFile?: string;
}

interface Result {
	passed: number;
	failed: number;
	skipped: number;
	/** Names of tests and files that failed. */
	failures: string[];
}

/** What Jest writes with `--json`, as far as it is read here. */
interface JestResult {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

/** A worker that is larger is replaced: what a file leaves in memory slows down all that follow. */
const WORKER_MEMORY = '1GB';

function jestJob(parts: Part[], workers: string): Job {
	const projects = parts.map(({ name }) => name);
	const resultFile = path.join(cacheDir(), `jest-${projects.join('-')}.json`);
	const cli = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const size = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`];
	const json = ['--json', `--outputFile=${resultFile}`];
	const command = [process.execPath, cli, '--selectProjects', ...projects, ...size, ...json];
	return { title: projects.join(', '), command, resultFile };
}

function jobsOf(parts: Part[]): Job[] {
	const of = (kind: Part['kind']) => parts.filter((part) => part.kind === kind);
	const scripts = of('script').map(({ name }) => ({
		title: name,
		command: ['npm', 'run', '--silent', name],
	}));
	const [inProcess, realN8n] = [of('in process'), of('real n8n')];
	return [
		...scripts,
		...(inProcess.length > 0 ? [jestJob(inProcess, '100%')] : []),
		// Most of the time these wait for n8n. The pictures show the sandbox at the one address that the documents name.
		...(realN8n.length > 0 ? [jestJob(realN8n, process.env.GMC_DOCUMENT_IMAGES ? '1' : '2')] : []),
	];
}

/** Runs a command. Alone it writes to the terminal; beside others only what is done, and the rest if it fails. */
async function runCommand([file, ...args]: string[], isAlone: boolean) {
	const stdio = isAlone ? 'inherit' : 'pipe';
	const child = execa(file, args, {
		cwd: repoRoot,
		stdin: 'ignore',
		stdout: stdio,
		stderr: stdio,
		buffer: false,
		reject: false,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		if (stream === null) continue;
		createInterface({ input: stream }).on('line', (line) => {
			output += `${line}\n`;
			if (/^(PASS|FAIL|…|✔|✖) /.test(line)) say(line);
		});
	}
	return { code: (await child).exitCode ?? -1, output };
}

function failuresOf({ testResults }: JestResult): string[] {
	return testResults
		.filter(({ status }) => status === 'failed')
		.flatMap(({ name, assertionResults }) => {
			const file = path.relative(repoRoot, name);
			const failed = assertionResults.filter(({ status }) => status === 'failed');
			return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName}`);
		});
}

async function resultOf({ title, resultFile }: Job, code: number): Promise<Result> {
	const text = resultFile && (await readFile(resultFile, 'utf8').catch(() => undefined));
	if (!text) {
		return code === 0
			? { passed: 1, failed: 0, skipped: 0, failures: [] }
			: { passed: 0, failed: 1, skipped: 0, failures: [title] };
	}
	const jest = JSON.parse(text) as JestResult;
	const failed = jest.numFailedTests + jest.numRuntimeErrorTestSuites;
	return {
		passed: jest.numPassedTests,
		// A hook after the last test may fail without a failed test.
		failed: code === 0 ? failed : Math.max(1, failed),
		skipped: jest.numPendingTests,
		failures: failuresOf(jest),
	};
}

/** Such as `412 passed, 0 failed`. */
const counted = ({ passed, failed, skipped }: Result) =>
	`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

async function runJob(job: Job, isAlone: boolean): Promise<Result> {
	const started = Date.now();
	say(`━━━ ${job.title}: started`);
	if (job.resultFile) await rm(job.resultFile, { force: true });
	const { code, output } = await runCommand(job.command, isAlone);
	const result = await resultOf(job, code);
	if (result.failed > 0 && output) say(`\n━━━ ${job.title}\n${output.trimEnd()}`);
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
	await mkdir(cacheDir(), { recursive: true });
	const results = await Promise.all(jobs.map(async (job) => await runJob(job, jobs.length === 1)));
	const sum = (key: 'passed' | 'failed' | 'skipped') =>
		results.reduce((total, result) => total + result[key], 0);
	const failures = results.flatMap((one) => one.failures);
	const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures };
	say(['', ...failures.map((one) => `FAILED ${one}`)].join('\n'));
	say(`Took ${secondsSince(started)}\n${counted(total)}`);
	return total.failed === 0 ? 0 : 1;
}

leaveWith(main());
