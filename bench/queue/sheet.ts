/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sum } from 'simple-statistics';
import type { SandboxClient } from '../../sandbox/client';
import { type Tally, chargedTally, difference, tallyOf } from '../../harness/sandbox/books';
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
	const lines = rows.map(({ customer, amount }, index) => `${index};${customer};${amount},00;BRL`);
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, 'sheet.csv');
	await writeFile(file, ['id;customer_id;amount;currency', ...lines, ''].join('\n'));
	return { file, asked: tallyOf(rows) };
}

/** How many charges the books hold too often, and how many too seldom. */
export async function compareWithBooks(queue: QueueMode, asked: Tally) {
	const made = await chargedTally(queue);
	return { charged: sum(Object.values(made)), ...difference(asked, made) };
}
