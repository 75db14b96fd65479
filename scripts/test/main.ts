/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir } from 'node:fs/promises';
import { cacheDir } from '../../harness/system/paths';
import { leaveWith } from '../../harness/system/main';
import { type Counts, NOT_RUN, lastLine, summaryTable } from './counts';
import { type Lane, lanesOf } from './lanes';
import type { Output } from './output';
import { PARTS, REST, USUAL, type Part, chosenParts } from './parts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const namesOf = (parts: Part[]) => parts.map(({ name }) => name).join(', ');
const secondsSince = (started: number) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** Takes the pictures of the documents anew. */
const DOCUMENT_IMAGES = '--document-images';

const HELP = `Usage: npm test [-- part ...] [-- ${DOCUMENT_IMAGES}]

Parts: ${namesOf(PARTS)}
Without a part: ${namesOf(USUAL)}
With "all", as npm run test:all: these, and ${namesOf(REST)}

Linter, compiler, Jest, and Jest with a real n8n run side by side. It is said when a file is done, and what has
failed when its part has ended. One part alone is shown as it runs.
`;

/** Of all lanes: said once more at the end, where whoever looks for them looks first. */
const failures: string[] = [];

/** One lane among several shows which files are done, and the rest of its output where a test has failed. */
async function runLane({ parts, run }: Lane, isLive: boolean): Promise<Array<[string, Counts]>> {
	const title = namesOf(parts);
	const started = Date.now();
	const output: Output = { isLive, text: '', failures: [] };
	say(`━━━ ${title}: begins`);
	const results = await run(output).catch((error: unknown): Array<[string, Counts]> => {
		output.text += String(error);
		return parts.map(({ name }) => [name, NOT_RUN]);
	});
	const counts = results.map(([, count]) => count);
	const hasFailed = counts.some(({ failed }) => failed > 0);
	if (output.text && hasFailed) say(`\n━━━ ${title}\n${output.text.trimEnd()}`);
	say(`━━━ ${title}: ${lastLine(counts)} (${secondsSince(started)})`);
	failures.push(...output.failures);
	return results;
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
	const lanes = lanesOf(parts);
	const run = async (lane: Lane) => await runLane(lane, lanes.length === 1);
	const results = (await Promise.all(lanes.map(run))).flat();
	const counts = results.map(([, count]) => count);
	say(['', ...failures.map((one) => `FAILED ${one}`)].join('\n'));
	say(`\n${summaryTable(results)}\nTook ${secondsSince(started)}\n${lastLine(counts)}`);
	return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

leaveWith(main());
