/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nodeOutput } from '../../../harness/n8n/executions';
import { visitShared } from '../../../harness/n8n/shared';
import type { Guest } from '../../../harness/n8n/test-bed';
import type { WorkflowJson } from '../../../harness/n8n/types';
import { newLedger, withOwnLedger } from '../../../harness/samples/choices';
import { TOP_UP_TRIGGER, loadSample, withSpreadsheet } from '../../../harness/samples/samples';
import { charged } from '../../../harness/sandbox/books';
import { ISSUE } from '../../../harness/sandbox/routes';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// Sheets as people make them: what Excel in Brazil writes, other headings, rows without content, broken ones.

jest.setTimeout(120_000);

const named = (start: string) => DEMO_CUSTOMERS.find(({ name }) => name.startsWith(start))!;
const [fabio, gabriela] = [named('Fábio'), named('Gabriela')];
const HEAD = 'Pedido;Nome;CPF/CNPJ;Valor;Moeda';

let e2e: Guest;

beforeAll(async () => {
	e2e = await visitShared();
	await mkdir(e2e.filesFolder, { recursive: true });
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
});
afterAll(async () => await e2e?.stop());

const place = (name: string) => path.join(e2e.filesFolder, name);

/** The lines as a CSV of Excel for Windows in Brazil, or of everybody else. */
async function sheet(lines: string[], encoding: 'latin1' | 'utf8' = 'latin1'): Promise<string> {
	await writeFile(place('sheet.csv'), Buffer.from([...lines, ''].join('\r\n'), encoding));
	return place('sheet.csv');
}

async function run(file: string, change = (sample: WorkflowJson) => sample, ledger = newLedger()) {
	const sample = change(await loadSample('top-up-from-spreadsheet'));
	const workflow = withOwnLedger(withSpreadsheet(sample, file), ledger);
	const { id } = await e2e.client.importWorkflow(workflow, { credentialId: e2e.credentialId });
	return await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

/** The sample in which "A sheet to correct" is saved, as a person does with its button. */
function withSaved(file: string) {
	return ({ nodes, connections, ...sample }: WorkflowJson): WorkflowJson => {
		const save = {
			id: 'save',
			name: 'Save',
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1.1,
			position: [2240, 460] as [number, number],
			parameters: { operation: 'write', fileName: file, options: {} },
		};
		const to = { main: [[{ node: 'Save', type: 'main' as const, index: 0 }]] };
		return {
			...sample,
			nodes: [...nodes, save],
			connections: { ...connections, 'A sheet to correct': to },
		};
	};
}

const attention = (execution: Awaited<ReturnType<typeof run>>) =>
	nodeOutput(execution, 'Needs attention')
		.flat()
		.map(({ json }) => json);

test('a CSV of Excel: semicolons, its accents, Portuguese headings, blank rows, and numbers it has cut', async () => {
	const file = await sheet([
		HEAD,
		`P1;${fabio.name};${fabio.taxId};10,50;BRL`,
		';;;;',
		'',
		`P2;${gabriela.name};1,12223E+13;20,00;BRL`,
		`1,00001E+11;${fabio.name};${fabio.taxId};5,00;BRL`,
		`P3;${gabriela.name.toUpperCase()};${Number(gabriela.taxId)};30,00;USDT`,
	]);
	const saved = place('to-correct.xlsx');
	const execution = await run(file, withSaved(saved));
	expect(execution.data.resultData.error?.message).toMatch(/^Not paid, or open: 2\./);
	expect(await charged(e2e)).toEqual([
		[fabio._id, 10.5, 'BRL'],
		[gabriela._id, 30, 'USDT'],
	]);
	const refused = [
		{ line: 5, id: 'P2', name: gabriela.name, tax_id: '1,12223E+13', amount: '20,00' },
		{ line: 6, id: '1,00001E+11', name: fabio.name, tax_id: fabio.taxId, amount: '5,00' },
	].map((row) => ({
		...row,
		outcome: 'rejected',
		reason: expect.stringMatching(
			new RegExp(`^Line ${row.line} of the sheet: 1,\\d+E.1\\d is what Excel makes of a long`),
		),
		cure: expect.stringMatching(/^Format the column as text/),
	}));
	expect(attention(execution)).toEqual(refused.map((row) => expect.objectContaining(row)));
	// The saved sheet can be paid like any other: its rows are the same, in lines of their own.
	const again = attention(await run(saved));
	const unchanged = refused.map((row, index) => {
		const reason = expect.stringContaining('what Excel makes of a long number');
		return expect.objectContaining({ ...row, reason, line: index + 2 });
	});
	expect(again).toEqual(unchanged);
	expect(await charged(e2e)).toHaveLength(2);
});

test.each([
	['with a mark of its encoding', '\ufeff'],
	['without one', ''],
])('a CSV in UTF-8 with commas, %s', async (_, mark) => {
	const head = `${mark}id,name,tax_id,amount,currency`;
	const lines = [head, `1,"${fabio.name}",${fabio.taxId},"1.234,50",BRL`, ',,,,'];
	const execution = await run(await sheet(lines, 'utf8'));
	expect(attention(execution)).toEqual([]);
	expect(nodeOutput(execution, 'Issued').flat()[0].json).toMatchObject({ name: fabio.name });
	expect(await charged(e2e)).toEqual([[fabio._id, 1234.5, 'BRL']]);
});

const REFUSED: Array<[what: string, lines: string[], message: RegExp]> = [
	[
		'headings are not known',
		['Pedido;Nome;Documento;Quantia;Moeda', 'P1;x;1;2;BRL'],
		/no column for amount \(amount, valor\); customer_id.*not known: Documento, Quantia\./,
	],
	[
		'the heading of the name may be one of those that are not known',
		['Pedido;Nome completo;CPF;Valor;Moeda', `P1;Outra;${fabio.taxId};2;BRL`],
		/no column for name .*not known: Nome completo\./,
	],
	[
		'a row has no ID, though another cell',
		[HEAD, `P1;${fabio.name};${fabio.taxId};1;BRL`, ';;;;', ';;;;BRL'],
		/Line 4 of the sheet has no ID/,
	],
	[
		'two columns tell two customers',
		['id;cpf;cnpj;valor;moeda', `P1;${fabio.taxId};${gabriela.taxId};1;BRL`],
		/Line 2 .*different values for tax_id under cpf, cnpj/,
	],
	[
		'a comma too many has cut an amount in two',
		['id,cpf,moeda,valor', `P1,${fabio.taxId},BRL,10,50`],
		/Line 2 .*column without a heading/,
	],
	['the sheet is empty', [], /no column for id/],
];

test.each(REFUSED)('sends nothing and ends red when %s', async (_, lines, message) => {
	const execution = await run(await sheet(lines));
	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error?.message).toMatch(message);
	// No line of the code beside a line of the sheet.
	expect(execution.data.resultData.error?.message).not.toMatch(/\[line/);
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
});
