/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leaveWith } from '../../harness/system/main';
import { cacheDir } from '../../harness/system/paths';
import { aimLines } from '../aim';
import { compilePrograms } from '../programs';
import { aimsOf } from './aims';
import { poll, withService } from './processes';
import { costTable, failureLines } from './table';
import type { Case, Repeats, Stock } from './types';
import { APPROACHES, LOOK_BACK_DAYS, OUTSIDE_TIMES } from './types';

const DEFAULT_OUT = path.join('bench', 'trigger.json');

const HELP = `Usage: npm run bench:trigger -- [--sizes 1000,10000,100000] [--out <file>] [--quick]

What one poll of the GMC Trigger costs in n8n's own code, against a sandbox in another process: once with
so many additions inside the look-back (${LOOK_BACK_DAYS} days), once with ${OUTSIDE_TIMES} times as many older ones besides; and what
the whole list by HTTP Request and Remove Duplicates costs. Of several polls the quickest counts. Progress
goes to stderr.

  --sizes <numbers>  additions inside the look-back (default 1000,10000,100000)
  --out <file>       where the figures go as JSON (default ${DEFAULT_OUT} in the cache folder)
  --quick            1000 and 10000 only, with fewer repeats
`;

interface Options {
	sizes: number[];
	out: string;
	isQuick: boolean;
}

/** The options of a command line; undefined when help was asked for. */
function optionsOf(args: string[]): Options | undefined {
	const { values } = parseArgs({
		args,
		options: {
			sizes: { type: 'string' },
			out: { type: 'string' },
			quick: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const sizes = (values.sizes ?? (values.quick ? '1000,10000' : '1000,10000,100000')).split(',');
	if (!sizes.every((size) => Number.isInteger(Number(size)) && Number(size) > 0)) {
		throw new Error(`--sizes takes whole numbers above zero, not "${values.sizes}".`);
	}
	// A relative path is the caller's; npm itself runs scripts from the root.
	const from = process.env.INIT_CWD ?? '';
	const out = values.out ? path.resolve(from, values.out) : path.join(cacheDir(), DEFAULT_OUT);
	return { sizes: sizes.map(Number), out, isQuick: values.quick };
}

/** The shorter a list, the more the machine's other work shows in a single poll. */
function repeatsFor(listed: number, isQuick: boolean): Repeats {
	if (listed > 10_000) return { warmUps: 0, measured: 3 };
	if (isQuick) return { warmUps: 1, measured: 3 };
	return { warmUps: 2, measured: listed > 1000 ? 5 : 15 };
}

async function casesOf(stock: Stock, isQuick: boolean): Promise<Case[]> {
	const { inside, outside } = stock;
	const startedAt = Date.now();
	const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
	const say = (text: string) =>
		process.stderr.write(`${inside} inside, ${outside} outside: ${text} (${seconds()})\n`);
	return await withService(stock, async (url) => {
		say('the sandbox holds them');
		const cases: Case[] = [];
		for (const approach of APPROACHES) {
			const listed = approach === 'trigger' ? inside : inside + outside;
			const result = await poll({ url, approach, repeats: repeatsFor(listed, isQuick) });
			cases.push({ approach, ...stock, ...result });
			say(`${approach} measured`);
		}
		return cases;
	});
}

async function main(): Promise<number> {
	const options = optionsOf(process.argv.slice(2));
	if (options === undefined) {
		process.stdout.write(HELP);
		return 0;
	}
	const { sizes, out, isQuick } = options;
	const startedAt = Date.now();
	await compilePrograms();
	const cases: Case[] = [];
	for (const inside of sizes) {
		for (const outside of [0, OUTSIDE_TIMES * inside]) {
			cases.push(...(await casesOf({ inside, outside }, isQuick)));
		}
	}
	const aims = aimsOf(cases);
	const machine = { node: process.version, cpus: cpus().length };
	const measured = { lookBackDays: LOOK_BACK_DAYS, outsideTimes: OUTSIDE_TIMES, cases, aims };
	await mkdir(path.dirname(out), { recursive: true });
	await writeFile(out, `${JSON.stringify({ ...machine, ...measured }, null, '\t')}\n`);
	const lines = [costTable(cases), ...failureLines(cases), ...aimLines(aims)];
	process.stdout.write(`${lines.join('\n')}\n`);
	process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(0)} s; as JSON: ${out}\n`);
	return 0;
}

leaveWith(main());
