/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leaveWith } from '../../harness/system/main';
import { cacheDir } from '../../harness/system/paths';
import { aimLines } from '../aim';
import { benchOrders } from './orders';
import { orderAims, orderTable, sheetAims, sheetTable } from './report';
import { benchSheets } from './sheets';

const HELP = `Usage: npm run bench:keys -- [options]

What Idempotency Keys cost in a real n8n: a webhook's order on a busy day beside one on an empty day, and sheets
with keys beside the same without and n8n's HTTP Request node. Linux only. Progress goes to stderr.

  --orders <number>    orders of each day once warm (default 40)
  --rows <numbers>     rows of the sheets (default 1000,10000)
  --only <names>       of orders, sheets (default both)
  --out <file>         where the figures go as JSON (default bench/keys.json in the cache folder)
  --profiles <folder>  a CPU profile of every run of a node goes there; it costs time of its own
`;

const say = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			orders: { type: 'string', default: '40' },
			rows: { type: 'string', default: '1000,10000' },
			only: { type: 'string', default: 'orders,sheets' },
			out: { type: 'string', default: path.join(cacheDir(), 'bench', 'keys.json') },
			profiles: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const only = values.only.split(',');
	const sizes = values.rows.split(',').map(Number);
	const found: object[] = [];
	const lines: string[] = [];
	if (only.includes('orders')) {
		const orders = await benchOrders(Number(values.orders), say, values.profiles);
		found.push(...orders);
		lines.push(orderTable(orders), ...aimLines(orderAims(orders)));
	}
	if (only.includes('sheets')) {
		const sheets = await benchSheets(sizes, say, values.profiles);
		found.push(...sheets);
		lines.push(sheetTable(sheets), ...aimLines(sheetAims(sheets)));
	}
	process.stdout.write(`${lines.join('\n')}\n`);
	await mkdir(path.dirname(values.out), { recursive: true });
	await writeFile(values.out, `${JSON.stringify(found, null, '\t')}\n`);
	return 0;
}

leaveWith(main());
