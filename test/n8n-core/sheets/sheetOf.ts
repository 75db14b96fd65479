/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Service } from '../../../harness/engine';

// Sheets that people have, as n8n's Extract from File gives them, and the customers that are in them.

const PEOPLE = [
	['Ana Souza', '52998224725'],
	['Diego Alves', '11144477735'],
	['Zeca Lima', '01234567890'],
	['Beta Comércio Ltda', '11222333000181'],
];

/** Only these people are customers. @param anasTaxId if it is another one */
export async function plantPeople({ admin }: Service, anasTaxId?: string): Promise<void> {
	await admin.reset({ seed: 'empty' });
	const people = PEOPLE.filter(([, taxId]) => taxId !== anasTaxId);
	for (const [name, taxId] of people)
		await admin.createCustomer({ name, taxId: (name === 'Ana Souza' && anasTaxId) || taxId });
}

/** The cells of each line. Quotes may go around a cell, and are doubled inside. */
function linesOf(text: string, delimiter: string): string[][] {
	const cell = new RegExp(`("(?:[^"]|"")*"|[^${delimiter}\n]*)(${delimiter}|\n|$)`, 'g');
	const lines: string[][] = [[]];
	for (const [all, raw, end] of text.trimEnd().matchAll(cell)) {
		if (all === '' && lines.at(-1)!.length === 0) break;
		lines.at(-1)!.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
		if (end === '\n') lines.push([]);
		else if (end === '') break;
	}
	return lines;
}

/** Reads a file as n8n's Extract from File does: it leaves out empty cells. */
export function sheetOf(file: string): IDataObject[] {
	const text = readFileSync(path.join(__dirname, file), 'utf8');
	if (file.endsWith('.json')) return JSON.parse(text) as IDataObject[];
	const [headings, ...rows] = linesOf(text, ';');
	return rows.map((cells) =>
		Object.fromEntries(
			headings.flatMap((heading, at) => (cells[at] ? [[heading, cells[at]]] : [])),
		),
	);
}
