/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { command } from '../scripts/command';
import { writeTables } from '../harness/system/pages';
import { markdownTable, plainTable } from '../harness/system/table';
import { type SheetFound, measureSheets } from './measure';
import { type BenchPart, PARTS, count } from './parts';

const PAGE = 'docs/internals/speed.md';
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

const HELP = `Usage: npm run bench -- [options]

Measures what rows cost in a real n8n: Balance: Add of the GMC node beside n8n's HTTP Request node with the same
requests. Each has its own n8n; the sandbox is another process.
Progress and all figures go to stderr.

  --only <name>  one part: ${PART_NAMES.join(' or ')}
  --quick        a tenth of the rows of each sheet, and each sheet once
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

const OPTIONS = {
	only: { type: 'string' },
	quick: { type: 'boolean', default: false },
	write: { type: 'boolean', default: false },
} as const;

command(HELP, OPTIONS, async ({ only, quick, write }) => {
	for (const name of partsOf(only)) {
		const part: BenchPart = PARTS[name];
		const tasks = part.tasks.map((task) => ({
			...task,
			rows: quick ? Math.ceil(task.rows / 10) : task.rows,
		}));
		const sheets = await measureSheets(part.senders, tasks, { isQuick: quick, say });
		const { head, rows } = tableOf(part, sheets);
		process.stdout.write(`${plainTable(head, rows)}\n`);
		if (write) await writeTables(PAGE, { [name]: markdownTable(head, rows) });
	}
	return 0;
});
