/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheDir } from '../../harness/system/paths';

/** The help of `npm run bench`. */
export const HELP = `Usage: npm run bench -- [options]

What rows cost in a real n8n: Balance: Add of the GMC node beside n8n's HTTP Request node with the same
requests, in turn, each in an n8n of its own, against a sandbox in another process. Linux only. Progress goes
to stderr.

  --rows <numbers>       rows of a run (default 1,100,1000,10000)
  --latencies <numbers>  milliseconds that the service takes for an addition (default 0,20,100)
  --out <file>           where the figures go as JSON (default bench/rows.json in the cache folder)
  --only <names>         of rows, services, customers, start, soak: what to measure (default all but soak)
  --soak <minutes>       runs several workflows over and over under faults, that long; alone means --only soak
  --seed <number>        of the soak's faults (default 1)
  --profiles <folder>    a CPU profile of every run of a node goes there; it costs time of its own
  --services-runs <n>    runs of each service with each node (default 3; those of more than a minute once)
  --write                puts the tables of rows and services into docs/speed.md
  --quick                up to 1000 rows at 0 and 20 ms, once each
`;

const PARTS = ['rows', 'services', 'customers', 'start', 'soak'] as const;
export type Part = (typeof PARTS)[number];

const SOAK_MINUTES = 10;

/** What a run of the benchmark is to do. */
export interface Options {
	rows: number[];
	latencies: number[];
	out: string;
	only: Part[];
	soakMinutes: number;
	seed: number;
	profiles?: string;
	servicesRuns: number;
	writes: boolean;
	isQuick: boolean;
}

function numbers(text: string, option: string, least: number): number[] {
	const values = text.split(',').map(Number);
	if (values.every((value) => Number.isInteger(value) && value >= least)) return values;
	throw new Error(`${option} takes whole numbers from ${least} on, not "${text}".`);
}

function partsOf(only: string | undefined, soaks: boolean): Part[] {
	const chosen =
		only?.split(',') ?? (soaks ? ['soak'] : ['rows', 'services', 'customers', 'start']);
	const unknown = chosen.find((name) => !PARTS.includes(name as Part));
	if (unknown === undefined) return chosen as Part[];
	throw new Error(`--only takes ${PARTS.join(', ')}, not "${unknown}".`);
}

/** The options of a command line; undefined when help was asked for. */
export function optionsOf(args: string[]): Options | undefined {
	const { values } = parseArgs({
		args,
		options: {
			rows: { type: 'string' },
			latencies: { type: 'string' },
			out: { type: 'string' },
			profiles: { type: 'string' },
			only: { type: 'string' },
			soak: { type: 'string' },
			seed: { type: 'string', default: '1' },
			'services-runs': { type: 'string', default: '3' },
			write: { type: 'boolean', default: false },
			quick: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const { quick: isQuick, profiles } = values;
	return {
		rows: numbers(values.rows ?? (isQuick ? '1,100,1000' : '1,100,1000,10000'), '--rows', 1),
		latencies: numbers(values.latencies ?? (isQuick ? '0,20' : '0,20,100'), '--latencies', 0),
		out: path.resolve(values.out ?? path.join(cacheDir(), 'bench', 'rows.json')),
		only: partsOf(values.only, values.soak !== undefined),
		soakMinutes: numbers(values.soak ?? String(SOAK_MINUTES), '--soak', 1)[0],
		seed: numbers(values.seed, '--seed', 0)[0],
		...(profiles !== undefined && { profiles: path.resolve(profiles) }),
		servicesRuns: numbers(values['services-runs'], '--services-runs', 1)[0],
		writes: values.write,
		isQuick,
	};
}
