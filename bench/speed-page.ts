import { writeTables } from '../harness/system/pages';
import { markdownTable } from '../harness/system/table';
import type { Figures } from './figures';

/** In the order in which they are looked for: a text before what it begins with. */
const PORTUGUESE: Array<[english: string, portuguese: string]> = [
	['GMC takes', 'A GMC leva'],
	['Rows', 'Linhas'],
	['Time', 'Tempo'],
	['Requests', 'Requisições'],
	['any number at once', 'qualquer número ao mesmo tempo'],
	['one at a time', 'uma por vez'],
	['four at a time', 'quatro por vez'],
	['default', 'padrão'],
	['not sent', 'não enviadas'],
	['lost', 'sem resposta'],
	['With keys', 'Com chaves'],
	['Without keys', 'Sem chaves'],
	["A webhook's order, 100,000 customers", 'Um pedido por webhook, 100.000 clientes'],
	['The first one of an n8n that has just started', 'O primeiro de um n8n recém-iniciado'],
	['With a key', 'Com chave'],
	['Without a key', 'Sem chave'],
	[
		'100,000 additions that day and 20,000 rows in the ledger',
		'100.000 recargas no dia e 20.000 linhas no registro',
	],
	['20,000 rows in the ledger', '20.000 linhas no registro'],
	['The same sheet again', 'A mesma planilha de novo'],
];

const swapped = (text: string) =>
	text.replace(/(?<=\d)[.,](?=\d)/g, (sign) => (sign === '.' ? ',' : '.'));

/** The texts above in their Portuguese, and numbers as Brazil writes them. */
export const inPortuguese = (cell: string): string =>
	PORTUGUESE.reduce(
		(text, [english, portuguese]) =>
			text.replace(new RegExp(`\\b${swapped(english)}\\b`), portuguese),
		swapped(cell),
	);

/** Writes a table into the page, in both languages. @param name of its place there */
export async function writeFigures(name: string, { head, rows }: Figures): Promise<void> {
	const pages = { 'docs/speed.md': (cell: string) => cell, 'docs/pt-BR/speed.md': inPortuguese };
	for (const [page, inItsLanguage] of Object.entries(pages)) {
		const cells = rows.map((row) => row.map(inItsLanguage));
		await writeTables(page, { [name]: markdownTable(head.map(inItsLanguage), cells) });
	}
}
