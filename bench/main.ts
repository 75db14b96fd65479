/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leaveWith } from '../harness/system/main';
import { writeTables } from '../harness/system/pages';
import { cacheDir } from '../harness/system/paths';
import { markdownTable, plainTable } from '../harness/system/table';
import { type SheetFound, measureSheets } from './measure';
import { type BenchPart, PARTS, count } from './parts';

const PAGE = 'docs/internals/speed.md';
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

const HELP = `Usage: npm run bench -- [options]

Measures what rows cost in a real n8n: Balance: Add of the GMC node beside n8n's HTTP Request node with the same
requests. Each has its own n8n; the sandbox is another process.
Progress goes to stderr, the figures as JSON to bench/bench.json in the cache folder.

  --only <name>  one part: ${PART_NAMES.join(' or ')}
  --quick        fewer and smaller sheets
  --write        puts the tables into ${PAGE}
`;

const say = (text: string) => process.stderr.write(`${text}\n`);

function partsOf(only: string | undefined): PartName[] {
	if (only === undefined) return PART_NAMES;
	const chosen = PART_NAMES.filter((name) => name === only);
	if (chosen.length > 0) return chosen;
	throw new Error(`--only takes ${PART_NAMES.join(' or ')}, not "${only}".`);
}

/** A line for each sheet, a column for each sender. */
function tableOf({ senders, cellOf }: BenchPart, sheets: SheetFound[]) {
	const names = senders.map(({ name }) => name);
	const rows = sheets.map((sheet) => [
		count(sheet.task.rows),
		sheet.task.service,
		...names.map((name) => cellOf(sheet.costs[name], sheet)),
	]);
	return { head: ['Rows', 'GMC takes', ...names], rows };
}

async function save(found: Partial<Record<PartName, SheetFound[]>>): Promise<void> {
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
	const found: Partial<Record<PartName, SheetFound[]>> = {};
	for (const name of partsOf(values.only)) {
		const part: BenchPart = PARTS[name];
		const tasks = values.quick ? part.quickTasks : part.tasks;
		const sheets = await measureSheets(part.senders, tasks, { isQuick: values.quick, say });
		found[name] = sheets;
		const { head, rows } = tableOf(part, sheets);
		process.stdout.write(`${plainTable(head, rows)}\n`);
		for (const { aim, found: was, isMet } of sheets.flatMap(part.aimsOf)) {
			process.stdout.write(`${isMet ? '✔' : '✖'} ${aim} (found: ${was})\n`);
		}
		if (values.write) await writeTables(PAGE, { [name]: markdownTable(head, rows) });
		// Now: a later part may fail.
		await save(found);
	}
	return 0;
}

leaveWith(main());
