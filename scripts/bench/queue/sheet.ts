/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxClient } from '../../../sandbox/client';

/** How often each customer is charged each amount. */
export type Tally = Map<string, number>;

/** A spreadsheet, and what it asks for. */
export interface Sheet {
	file: string;
	asked: Tally;
}

function tallyOf(charges: Array<{ customer: string; amount: number }>): Tally {
	const tally: Tally = new Map();
	for (const { customer, amount } of charges) {
		const charge = `${customer} ${amount}`;
		tally.set(charge, (tally.get(charge) ?? 0) + 1);
	}
	return tally;
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

/** Charges that the books hold too often, and those that they hold too seldom. */
export async function compareWithBooks(admin: SandboxClient, asked: Tally) {
	const { additions } = await admin.charges();
	const found = tallyOf(
		additions.map(({ customerId, amount }) => ({ customer: customerId, amount })),
	);
	let [doubles, missing] = [0, 0];
	for (const charge of new Set([...asked.keys(), ...found.keys()])) {
		const over = (found.get(charge) ?? 0) - (asked.get(charge) ?? 0);
		if (over > 0) doubles += over;
		else missing -= over;
	}
	return { charged: additions.length, doubles, missing };
}
