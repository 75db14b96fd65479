/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';
import { makeMixedCase } from '../../harness/campaign/keyedCase';
import { playCase } from '../../harness/campaign/playCase';
import { type CaseResult, isClean } from '../../harness/campaign/result';
import { Service } from '../../harness/engine/service';
import { readCount } from '../../harness/system/count';
import { leaveWith } from '../../harness/system/main';

const HELP = `Usage: npm run campaign -- [--runs 2000] [--seed 1]

Plays random sheets under random faults of the sandbox in n8n's own engine, each with the user's natural
reaction, and judges by the sandbox's books: rows paid twice, rows missing, outcomes that were not true. Every
other sheet has Idempotency Keys: its user starts it twice, starts it again at once, and waits for nothing.
`;

const PROGRESS_EVERY = 100;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** What all cases came to. */
interface Totals {
	cases: number;
	withKeys: number;
	executions: number;
	doubles: number;
	missing: number;
	untruths: number;
	outcomes: Record<string, number>;
	ways: Record<string, number>;
	failedSeeds: number[];
}

function add(totals: Totals, result: CaseResult): void {
	totals.cases++;
	if (result.hasKeys) totals.withKeys++;
	totals.executions += result.executions;
	totals.doubles += result.doubles;
	totals.missing += result.missing;
	totals.untruths += result.untruths.length;
	for (const [outcome, count] of Object.entries(result.outcomes)) {
		totals.outcomes[outcome] = (totals.outcomes[outcome] ?? 0) + count;
	}
	totals.ways[result.way] = (totals.ways[result.way] ?? 0) + 1;
	if (isClean(result)) return;
	totals.failedSeeds.push(result.seed);
	say(`seed ${result.seed}: ${JSON.stringify(result)}`);
}

function summary({ outcomes, ways, failedSeeds, ...counts }: Totals, seconds: number): string {
	const told = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
	const played = Object.entries(ways).map(([way, count]) => `${count} ${way}`);
	const numbers = Object.entries(counts).map(
		([name, count]) => `${count} ${name === 'withKeys' ? 'with keys' : name}`,
	);
	const again = failedSeeds.length > 0 ? `\nplay one again: --runs 1 --seed ${failedSeeds[0]}` : '';
	return `${numbers.join(', ')} in ${seconds.toFixed(0)} s\nrows told: ${told.join(', ')}\nways: ${played.join(', ')}${again}`;
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			runs: { type: 'string', default: '2000' },
			seed: { type: 'string', default: '1' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		say(HELP);
		return 0;
	}
	const [runs, seed] = [readCount('runs', values.runs), readCount('seed', values.seed)];
	const totals: Totals = {
		...{ cases: 0, withKeys: 0, executions: 0, doubles: 0, missing: 0, untruths: 0 },
		...{ outcomes: {}, ways: {}, failedSeeds: [] },
	};
	process.env.N8N_LOG_LEVEL = 'silent';
	const service = new Service();
	await service.start();
	const startedAt = performance.now();
	for (let index = 0; index < runs; index++) {
		add(totals, await playCase(service, makeMixedCase(seed + index)));
		if (totals.cases % PROGRESS_EVERY === 0) say(`${totals.cases} of ${runs} cases`);
	}
	say(summary(totals, (performance.now() - startedAt) / 1000));
	await service.sandbox.close();
	return totals.failedSeeds.length > 0 ? 1 : 0;
}

leaveWith(main());
