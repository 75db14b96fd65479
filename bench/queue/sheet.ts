/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxClient } from '../../sandbox/client';
import { type Tally, charged, tallyOf } from '../../harness/sandbox/books';
import type { QueueMode } from '../../harness/queue/queue-mode';

/** A spreadsheet, and what it asks for. */
export interface Sheet {
	file: string;
	asked: Tally;
}

/** Writes a sheet of that many rows into a folder, the customers of the sandbox in turn. */
export async function writeSheet(
	folder: string,
	admin: SandboxClient,
	count: number,
): Promise<Sheet> {
	const customers = await admin.customers();
	const rows = Array.from({ length: count }, (_, index) => ({
		customer: customers[index % customers.length]._id,
		amount: 1 + (index % 997),
	}));
	const lines = rows.map(({ customer, amount }) => `${customer};${amount},00;BRL`);
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, 'sheet.csv');
	await writeFile(file, ['customer_id;amount;currency', ...lines, ''].join('\n'));
	return { file, asked: tallyOf(rows) };
}

/** How many charges the books hold too often, and how many too seldom. */
export async function compareWithBooks(queue: QueueMode, asked: Tally) {
	const found = await charged(queue);
	let [doubles, missing] = [0, 0];
	for (const charge of new Set([...Object.keys(asked), ...Object.keys(found)])) {
		const over = (found[charge] ?? 0) - (asked[charge] ?? 0);
		if (over > 0) doubles += over;
		else missing -= over;
	}
	const total = Object.values(found).reduce((sum, count) => sum + count, 0);
	return { charged: total, doubles, missing };
}
