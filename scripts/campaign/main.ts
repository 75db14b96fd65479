/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { campaign, SUBJECTS } from '../../harness/histories/campaign';
import { Service } from '../../harness/engine/service';
import { command, readNumber, say } from '../command';

const HELP = `Usage: npm run campaign -- [--of ${SUBJECTS.join('|')}] [--runs 2000] [--seed 1] [--path P]

Plays random histories of a shop in n8n's own engine, against the sandbox: rows with and without keys, dry runs, limits,
lost answers, crashes, days that pass, and a user who does what the errors say. The sandbox's books show rows that were
paid twice, rows that are missing, and reports that are wrong. With an event, it plays histories of a trigger: polls,
failures, restarts. Each addition must be emitted once. A failure is reduced to its smallest history, and printed with
the seed and the path that repeat it.
`;

/** A failure ends a part of this size; the others go on. */
const PART = 50;
const MOST = 2 ** 31;

const OPTIONS = {
	of: { type: 'string', default: 'shop' },
	runs: { type: 'string', default: '2000' },
	seed: { type: 'string', default: '1' },
	path: { type: 'string' },
} as const;

command(HELP, OPTIONS, async ({ path, ...values }) => {
	const runs = path === undefined ? readNumber('runs', values.runs, 1, MOST) : 1;
	const seed = readNumber('seed', values.seed, 1, MOST);
	const of = SUBJECTS.find((one) => one === values.of);
	if (of === undefined) throw new Error(`--of takes one of ${SUBJECTS.join(', ')}.`);
	process.env.N8N_LOG_LEVEL = 'silent';
	const service = new Service();
	await service.start();
	let failures = 0;
	const startedAt = performance.now();
	for (let at = 0; at < runs; at += PART) {
		const start = { seed: seed + at, path, numRuns: Math.min(PART, runs - at) };
		const failure = await campaign(service, of, start);
		if (failure !== undefined) {
			failures++;
			say(`${failure}\n`);
		}
		say(`${Math.min(at + PART, runs)} of ${runs} histories`);
	}
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
	say(`${runs} histories of ${of}, ${failures} failed, in ${seconds} s`);
	await service.sandbox.close();
	return failures > 0 ? 1 : 0;
});
