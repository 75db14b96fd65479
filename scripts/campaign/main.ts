/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { campaign, hurry } from '../../harness/histories/shop/property';
import { Service } from '../../harness/engine/service';
import { tally } from '../../harness/sandbox/books';
import { readCount } from '../../harness/system/count';
import { command, say } from '../command';

const HELP = `Usage: npm run campaign -- [--runs 2000] [--seed 1] [--path P]

Plays random histories of a shop in n8n's own engine, against the sandbox: rows with keys and without, dry runs,
limits, waiting, lost answers, crashes, stale rows of the ledger, days that pass, and a user who does what the errors
say. Judges by the sandbox's books: rows paid twice, rows missing, what was told and is not true. A failure comes
shrunk, with the seed and the path that play it again.
`;

/** A failure ends a part; the others go on. */
const PART = 50;

const OPTIONS = {
	runs: { type: 'string', default: '2000' },
	seed: { type: 'string', default: '1' },
	path: { type: 'string' },
} as const;

command(HELP, OPTIONS, async ({ path, ...values }) => {
	const runs = path === undefined ? readCount('runs', values.runs) : 1;
	const seed = readCount('seed', values.seed);
	process.env.N8N_LOG_LEVEL = 'silent';
	const service = new Service();
	await service.start();
	hurry();
	const outcomes: string[] = [];
	let [histories, executions, failures] = [0, 0, 0];
	const startedAt = performance.now();
	for (let at = 0; at < runs; at += PART) {
		const start = { seed: seed + at, path, numRuns: Math.min(PART, runs - at) };
		const failure = await campaign(service, start, (result) => {
			histories++;
			executions += result.executions;
			outcomes.push(...result.outcomes);
		});
		if (failure !== undefined) {
			failures++;
			say(`${failure}\n`);
		}
		say(`${Math.min(at + PART, runs)} of ${runs} histories`);
	}
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
	const told = Object.entries(tally(outcomes)).map(([outcome, count]) => `${count} ${outcome}`);
	say(`${histories} histories, ${executions} executions, ${failures} failed in ${seconds} s`);
	say(`rows told: ${told.join(', ')}`);
	await service.sandbox.close();
	return failures > 0 ? 1 : 0;
});
