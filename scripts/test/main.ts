/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir } from 'node:fs/promises';
import { cacheDir } from '../../harness/system/paths';
import { leaveWith } from '../../harness/system/main';
import { type Counts, NOT_RUN, lastLine, summaryTable } from './counts';
import { type Job, jobsOf } from './jobs';
import { prepare } from './needs';
import type { Output } from './output';
import { PARTS, type Part, chosenParts } from './parts';
import { sideBySide, slots } from './schedule';

const say = (text: string) => process.stdout.write(`${text}\n`);
const namesOf = (parts: Part[]) => parts.map(({ name }) => name).join(', ');
const secondsSince = (started: number) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** Takes the pictures of the documents anew. */
const DOCUMENT_IMAGES = '--document-images';

const HELP = `Usage: npm test [-- part ...] [-- ${DOCUMENT_IMAGES}]

Without a part, everything is checked. Parts: ${namesOf(PARTS)}

Parts run side by side, one per core. It is said when a file is done, and what has failed when
its part has ended. One part alone is shown as it runs.
`;

/** Of all jobs: said once more at the end, where whoever looks for them looks first. */
const failures: string[] = [];

/** Runs a job. One among several shows which files are done, and the rest of its output where a test has failed. */
async function runJob(job: Job, isLive: boolean): Promise<Map<string, Counts>> {
	const title = namesOf(job.parts);
	const started = Date.now();
	const output: Output = { isLive, text: '', failures: [] };
	say(`━━━ ${title}: begins`);
	const counts = await job.run(output).catch((error: unknown) => {
		output.text += String(error);
		return new Map(job.parts.map(({ name }) => [name, NOT_RUN]));
	});
	const hasFailed = [...counts.values()].some(({ failed }) => failed > 0);
	if (output.text && hasFailed) say(`\n━━━ ${title}\n${output.text.trimEnd()}`);
	say(`━━━ ${title}: ${lastLine([...counts.values()])} (${secondsSince(started)})`);
	failures.push(...output.failures);
	return counts;
}

/** Runs the parts; answers with the counts of each, in the order of the parts. */
async function runParts(parts: Part[]): Promise<Array<[string, Counts]>> {
	const missing = await prepare(parts);
	const jobs = jobsOf(parts.filter(({ needs }) => !needs.some((need) => missing.has(need))));
	const counts = new Map<string, Counts>();
	await sideBySide(jobs, slots(), async (job) => {
		for (const [name, one] of await runJob(job, jobs.length === 1)) counts.set(name, one);
	});
	return parts.map(({ name }) => [name, counts.get(name) ?? NOT_RUN]);
}

async function main(): Promise<number> {
	const args = process.argv.slice(2);
	if (args.includes('--help')) {
		process.stdout.write(HELP);
		return 0;
	}
	const started = Date.now();
	// The tests of the editor come by everything that the documents show.
	if (args.includes(DOCUMENT_IMAGES)) process.env.GMC_DOCUMENT_IMAGES = '1';
	const parts = chosenParts(args.filter((arg) => arg !== DOCUMENT_IMAGES));
	await mkdir(cacheDir(), { recursive: true });
	const results = await runParts(parts);
	const counts = results.map(([, count]) => count);
	say(['', ...failures.map((one) => `FAILED ${one}`)].join('\n'));
	say(`\n${summaryTable(results)}\nTook ${secondsSince(started)}\n${lastLine(counts)}`);
	return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

leaveWith(main());
