/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { writeTables } from '../harness/system/pages';
import { step } from '../harness/system/progress';
import { markdownTable, plainTable } from '../harness/system/table';
import { command } from '../scripts/command';
import { type Burst, type BurstCost, Shop } from './burst';
import { Contender, type Cost, megabytes } from './contender';
import { measureGrowth } from './growth';
import type { Sender } from './sheets';
import { linesOfSizes, SIZES_HEAD } from './sizes';

const PAGE = 'docs/internals/speed.md';

const HELP = `Usage: npm run bench -- [options]
       npm run bench -- sizes [--write]
       npm run bench -- growth [rows]

Measures what rows cost in a real n8n: Balance: Add of the GMC node beside n8n's HTTP Request node with the same
requests. Each has its own n8n. The CPU is that of n8n's process.

  --quick        a tenth of the rows of each sheet, and each sheet once
  --bursts       only orders that come all at once
  --beside FILE  measures another build, too: a tarball that npm pack has made
  --write        puts the tables into ${PAGE}

sizes: large sheets and lists, each once: time of the node, CPU, how long n8n was silent, and its memory then.

growth: runs each step in this process with so many rows (300 by default) and four times as many, also where the service
fails, and prints how much more CPU that takes, how much more steps (with a tenth of the rows), and for how long the nodes
kept n8n from other work.
`;

/** The last one is what the others are compared with. */
const SENDERS: Sender[] = [
	{ name: 'Recent' },
	{ name: 'Key', hasKeys: true },
	{ name: 'Key, mapped automatically', isMapped: true },
	{ name: 'Key, 20,000 rows in the ledger', hasKeys: true, ledgerRows: 20_000 },
	{ name: 'HTTP Request', isHttp: true },
];

/** Who does what has another size. */
const SIDES: Sender[] = [{ name: 'GMC' }, { name: 'HTTP Request', isHttp: true }];

const SHEETS = [
	{ rows: 1, latencyMs: 0 },
	{ rows: 200, latencyMs: 0 },
	{ rows: 1000, latencyMs: 0 },
	{ rows: 600, latencyMs: 100 },
	{ rows: 600, latencyMs: 1000 },
];

/** Orders that come all at once. */
const BURSTS: Burst[] = [
	{ orders: 1, times: 1 },
	{ orders: 80, times: 1 },
	{ orders: 40, times: 2 },
	{ orders: 100, times: 1 },
	{ orders: 100, times: 2 },
	{ orders: 500, times: 1 },
];
/** So that V8 has compiled what a burst runs. */
const FIRST_BURST = { orders: 40, times: 1 };

/** So that V8 has compiled what runs often. */
const WARM_UP = { rows: 300, latencyMs: 0 };
const WARM_UPS = 2;
/** The cost of a sheet is the median of this many runs. */
const RUNS = 3;
/** Other work on the machine disturbs quick runs most. */
const RUNS_OF_ONE_ROW = 15;

const median = (values: number[]): number =>
	values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Sends a sheet several times, in turn, so that other work on the machine disturbs all contenders. @returns the medians */
async function measure(
	contenders: Contender[],
	{ rows, latencyMs }: (typeof SHEETS)[number],
	times: number,
): Promise<Cost[]> {
	const runs = contenders.map((): Cost[] => []);
	for (let time = 0; time < times; time++) {
		for (const [at, contender] of contenders.entries()) {
			runs[at].push(await contender.send(rows, latencyMs));
		}
	}
	return runs.map((some) => ({
		wallMs: median(some.map(({ wallMs }) => wallMs)),
		cpuMs: median(some.map(({ cpuMs }) => cpuMs)),
	}));
}

const count = (value: number) => value.toLocaleString('en-US');

const millis = (value: number) =>
	value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;

/** Time, and CPU of a row; in brackets, how many times that of the HTTP Request node. */
const cellOf = ({ wallMs, cpuMs }: Cost, rows: number, http: Cost): string =>
	`${millis(wallMs)}; ${millis(cpuMs / rows)} (× ${(cpuMs / http.cpuMs).toFixed(2)})`;

/** A line for each sheet, a cell for each contender. */
async function linesOf(contenders: Contender[], isQuick: boolean): Promise<string[][]> {
	await step('Warming up', async () => await measure(contenders, WARM_UP, WARM_UPS));
	const lines: string[][] = [];
	for (const sheet of SHEETS) {
		const rows = isQuick ? Math.ceil(sheet.rows / 10) : sheet.rows;
		const title = `${count(rows)} rows, ${count(sheet.latencyMs)} ms`;
		const times = isQuick ? 1 : rows === 1 ? RUNS_OF_ONE_ROW : RUNS;
		const costs = await step(title, async () => {
			return await measure(contenders, { ...sheet, rows }, times);
		});
		const cells = costs.map((cost) => cellOf(cost, rows, costs.at(-1)!));
		lines.push([count(rows), `${count(sheet.latencyMs)} ms`, ...cells]);
	}
	return lines;
}

/** A sender with this build and with another one. */
const inBoth = (sender: Sender, tarball: string): Sender[] =>
	sender.isHttp ? [sender] : [{ ...sender, name: `${sender.name}, other build`, tarball }, sender];

/** With keys, and without any protection. */
const takesOrders = ({ hasKeys, ledgerRows, isHttp }: Sender) =>
	isHttp || (hasKeys && ledgerRows === undefined);

const medianOf = (costs: BurstCost[], of: keyof BurstCost) => median(costs.map((one) => one[of]));

/** Each shop delivers a burst several times, in turn. @returns all costs of each shop */
async function deliver(shops: Shop[], burst: Burst): Promise<BurstCost[][]> {
	const costs = shops.map((): BurstCost[] => []);
	const runs = burst.orders === 1 ? RUNS_OF_ONE_ROW : RUNS;
	for (let run = 0; run < runs; run++) {
		for (const [at, shop] of shops.entries()) costs[at].push(await shop.deliver(burst));
	}
	return costs;
}

/** CPU of all deliveries, the longest time until one was answered, n8n's memory, and answers other than 2xx. */
const burstCell = (costs: BurstCost[], http: BurstCost[]): string => {
	const cpuMs = medianOf(costs, 'cpuMs');
	const ratio = (cpuMs / medianOf(http, 'cpuMs')).toFixed(2);
	const refused = costs.reduce((sum, one) => sum + one.refused, 0);
	const told = refused > 0 ? `; ${refused} refused` : '';
	const memory = megabytes(medianOf(costs, 'rss'));
	return `${millis(cpuMs)} (× ${ratio}); ${millis(medianOf(costs, 'longestMs'))}; ${memory}${told}`;
};

async function linesOfBursts(contenders: Contender[]): Promise<string[][]> {
	const shops: Shop[] = [];
	for (const one of contenders) shops.push(await Shop.open(one));
	await step('Warming up', async () => await deliver(shops, FIRST_BURST));
	const lines: string[][] = [];
	for (const burst of BURSTS) {
		const { orders, times } = burst;
		const title = `${orders} orders at once, each ${times} ×`;
		const costs = await step(title, async () => await deliver(shops, burst));
		const cells = costs.map((each) => burstCell(each, costs.at(-1)!));
		lines.push([count(orders), `${times} ×`, ...cells]);
	}
	return lines;
}

const OPTIONS = {
	beside: { type: 'string' },
	bursts: { type: 'boolean', default: false },
	quick: { type: 'boolean', default: false },
	write: { type: 'boolean', default: false },
} as const;

/** @returns whether it was asked for */
async function wasGrowth([what, rows = '300']: string[]): Promise<boolean> {
	if (what !== 'growth') return false;
	await measureGrowth(Number(rows));
	return true;
}

const work = async (
	{
		beside,
		bursts,
		quick,
		write,
	}: { beside?: string; bursts?: boolean; quick?: boolean; write?: boolean },
	asked: string[],
) => {
	if (await wasGrowth(asked)) return 0;
	const contenders: Contender[] = [];
	const isOfSizes = asked[0] === 'sizes';
	const tell = async (name: string, head: string[], lines: string[][]) => {
		process.stdout.write(`${plainTable(head, lines)}\n`);
		if (write) await writeTables(PAGE, { [name]: markdownTable(head, lines) });
	};
	const all = beside === undefined ? SENDERS : SENDERS.flatMap((one) => inBoth(one, beside));
	const senders = isOfSizes ? SIDES : bursts ? all.filter(takesOrders) : all;
	try {
		for (const sender of senders) {
			const begin = async () => contenders.push(await Contender.start(sender));
			await step(`Starting n8n for "${sender.name}"`, begin);
		}
		if (isOfSizes) {
			await tell('sizes', SIZES_HEAD, await linesOfSizes(contenders));
			return 0;
		}
		if (!bursts) {
			const head = ['Rows', 'GMC takes', ...senders.map(({ name }) => name)];
			await tell('rows', head, await linesOf(contenders, quick ?? false));
		}
		const shops = contenders.filter(({ sender }) => takesOrders(sender));
		const head = ['Orders', 'Delivered', ...shops.map(({ sender }) => sender.name)];
		await tell('bursts', head, await linesOfBursts(shops));
		return 0;
	} finally {
		await Promise.all(contenders.map(async ({ bed }) => await bed.stop()));
	}
};

command(HELP, OPTIONS, work, true);
