/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leaveWith } from '../../harness/system/main';
import { plainTable } from '../../harness/system/table';
import { cacheDir } from '../../harness/system/paths';
import { type Aim, aimLines } from '../aim';
import { type Figures, writeFigures } from '../speed-page';
import { benchOrders } from './orders';
import { orderAims, orderFigures, sheetAims, sheetFigures } from './report';
import { type SheetTask, benchSheets } from './sheets';

/** A service that takes its time, and does any number at once. */
const SLOW: SheetTask[] = [100, 1000].map((latencyMs) => ({ rows: 600, latencyMs }));

const HELP = `Usage: npm run bench:keys -- [options]

What Idempotency Keys cost in a real n8n: a webhook's order on a busy day beside one on an empty day, and sheets
with keys beside the same without, with a full ledger, and n8n's HTTP Request node. Linux only. Progress goes to
stderr.

  --orders <number>    orders of each day once warm (default 40)
  --rows <numbers>     rows of the sheets (default 1,200,1000,10000)
  --only <names>       of orders, sheets (default both)
  --out <file>         where the figures go as JSON (default bench/keys.json in the cache folder)
  --profiles <folder>  a CPU profile of every run of a node goes there; it costs time of its own
  --write              puts the tables into docs/speed.md
`;

const say = (text: string) => process.stderr.write(`${text}\n`);

/** What one part of the benchmark has found. */
interface Part {
	found: object[];
	figures: Figures;
	aims: Aim[];
}

interface Values {
	orders: string;
	rows: string;
	profiles?: string;
}

const PARTS: Record<string, (values: Values) => Promise<Part>> = {
	async orders({ orders, profiles }) {
		const found = await benchOrders(Number(orders), say, profiles);
		return { found, figures: orderFigures(found), aims: orderAims(found) };
	},
	async sheets({ rows, profiles }) {
		const quick = rows.split(',').map((one) => ({ rows: Number(one), latencyMs: 0 }));
		const found = await benchSheets([...quick, ...SLOW], say, profiles);
		return { found, figures: sheetFigures(found), aims: sheetAims(found) };
	},
};

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			orders: { type: 'string', default: '40' },
			rows: { type: 'string', default: '1,200,1000,10000' },
			only: { type: 'string', default: Object.keys(PARTS).join(',') },
			out: { type: 'string', default: path.join(cacheDir(), 'bench', 'keys.json') },
			profiles: { type: 'string' },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const found: object[] = [];
	const names = values.only.split(',');
	const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
	if (unknown !== undefined) {
		throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}, not "${unknown}".`);
	}
	for (const name of names) {
		const part = await PARTS[name](values);
		found.push(...part.found);
		const { head, rows } = part.figures;
		process.stdout.write(`${[plainTable(head, rows), ...aimLines(part.aims)].join('\n')}\n`);
		if (values.write) await writeFigures({ [name]: part.figures });
	}
	await mkdir(path.dirname(values.out), { recursive: true });
	await writeFile(values.out, `${JSON.stringify(found, null, '\t')}\n`);
	return 0;
}

leaveWith(main());
