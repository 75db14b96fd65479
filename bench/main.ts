/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leaveWith } from '../harness/system/main';
import { writeTables } from '../harness/system/pages';
import { cacheDir } from '../harness/system/paths';
import { markdownTable, plainTable } from '../harness/system/table';
import type { Finding } from './figures';
import { benchRows } from './rows/rows';
import { benchServices } from './rows/services';

const PAGE = 'docs/internals/speed.md';
const PARTS = { rows: benchRows, services: benchServices };
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

const HELP = `Usage: npm run bench -- [options]

What rows cost in a real n8n: Balance: Add of the GMC node beside n8n's HTTP Request node with the same requests,
in turn, each in an n8n of its own, against a sandbox in another process.
Progress goes to stderr, the figures as JSON to bench/bench.json in the cache folder.

  --only <name>  one part alone: ${PART_NAMES.join(' or ')}
  --quick        less of everything
  --write        puts the tables into ${PAGE}
`;

const say = (text: string) => process.stderr.write(`${text}\n`);

function partsOf(only: string | undefined): PartName[] {
	if (only === undefined) return PART_NAMES;
	const chosen = PART_NAMES.filter((name) => name === only);
	if (chosen.length > 0) return chosen;
	throw new Error(`--only takes ${PART_NAMES.join(' or ')}, not "${only}".`);
}

const textOf = ({ figures: { head, rows }, aims }: Finding) =>
	[
		plainTable(head, rows),
		...aims.map(({ aim, found, isMet }) => `${isMet ? '✔' : '✖'} ${aim} (found: ${found})`),
	].join('\n');

async function save(found: Partial<Record<PartName, Finding>>): Promise<void> {
	const file = path.join(cacheDir(), 'bench', 'bench.json');
	// Other work on the machine shows in every figure.
	const machine = { node: process.version, cpus: cpus().length, load: loadavg() };
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, `${JSON.stringify({ ...machine, ...found }, null, '\t')}\n`);
	say(`as JSON: ${file}`);
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			only: { type: 'string' },
			quick: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const found: Partial<Record<PartName, Finding>> = {};
	for (const name of partsOf(values.only)) {
		const finding = await PARTS[name]({ isQuick: values.quick, say });
		found[name] = finding;
		process.stdout.write(`${textOf(finding)}\n`);
		const { head, rows } = finding.figures;
		if (values.write) await writeTables(PAGE, { [name]: markdownTable(head, rows) });
		// A part that fails takes nothing away from those before it.
		await save(found);
	}
	return 0;
}

leaveWith(main());
