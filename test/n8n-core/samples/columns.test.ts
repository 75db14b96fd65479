/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package: it runs the code of a sample */
import { readFileSync } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { DataTables } from '../../../harness/engine/dataTables';
import { Service } from '../../../harness/engine/service';
import { charged } from '../../../harness/sandbox/books';

// "Read the columns" of the samples that read a sheet, and their "Add balance". The cells are what n8n's "Extract from
// File" gives for such a file: all of a CSV are texts, a workbook has numbers, and a blank one is null.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

type Cell = string | number | null;
type Items = Array<{ json: IDataObject }>;
interface Sample {
	nodes: Array<{ name: string; parameters: IDataObject }>;
}

const FROM_FILE = 'top-up-from-spreadsheet';
const FROM_GOOGLE = 'top-up-from-google-sheets';

function parametersOf(sample: string, node: string): IDataObject {
	const { nodes } = JSON.parse(readFileSync(`workflows/${sample}.json`, 'utf8')) as Sample;
	return nodes.find(({ name }) => name === node)!.parameters;
}

function read(sample: string, items: Items): IDataObject[] {
	const fields = parametersOf(sample, 'The columns').assignments as IDataObject;
	const assignments = fields.assignments as IDataObject[];
	const columns = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
	const code = new Function(
		'$',
		'$input',
		parametersOf(sample, 'Read the columns').jsCode as string,
	) as (...given: unknown[]) => Items;
	const read = code(() => ({ first: () => ({ json: columns }) }), { all: () => items });
	return read.map(({ json }) => json);
}

const inFile = (rows: Cell[][]) =>
	read(
		FROM_FILE,
		rows.map((row) => ({ json: { row } })),
	);

async function pay(rows: IDataObject[], sample = FROM_FILE) {
	const parameters = structuredClone(parametersOf(sample, 'Add balance')) as INodeParameters;
	// The limits of the Google sample stand in its settings.
	parameters.options = { expectedName: (parameters.options as IDataObject).expectedName as string };
	const { executeWorkflow } = new DataTables();
	await service.run({ parameters, rows, executeWorkflow, onError: 'continueRegularOutput' });
	return await charged({ sandbox: service.sandbox } as never);
}

const HEAD = ['pedido', 'nome', 'cpf', 'valor', 'moeda'];

test.each([
	[
		'in a row',
		[
			[...HEAD, 'obs'],
			['P1', 'Ana', '1', '10', 'BRL', '"até sexta\r\nP2;Bia;2;20;BRL\r\n'],
		],
		2,
	],
	[
		'in the headings',
		[
			[...HEAD, '"obs\nP1;Ana;1;10;BRL;"'],
			['P2', 'Bia', '2', '20', 'BRL'],
		],
		1,
	],
])('a CSV stops at a cell of several lines %s', (_, rows, line) => {
	expect(() => inFile(rows)).toThrow(
		`Line ${line} of the sheet: a cell has several lines; perhaps a quotation mark is not closed.`,
	);
});

test('a cell of several lines in a workbook stops nothing', () => {
	const [row] = inFile([
		[...HEAD, 'obs'],
		['P1', 'Ana', '1', 10, 'BRL', 'até\nsexta'],
	]);
	expect(row).toMatchObject({ id: 'P1', amount: 10 });
});

test.each([
	['1', '234.50'],
	['10', '500'],
	['10', '50'],
	['10', '50 BRL'],
	['R$ 1.234', '50'],
])('an amount that a comma has cut stops the run: %s,%s', (...cut) => {
	const rows = [
		['pedido', 'nome', 'cpf', 'moeda', 'valor', 'obs'],
		['P1', 'Ana', '1', 'BRL', ...cut],
	];
	expect(() => inFile(rows)).toThrow(
		`Line 2 of the sheet may have one amount in two cells: ${cut[0]} and`,
	);
});

test.each<[string, Cell, Cell]>([
	['is followed by a text', '10', 'até 5 de maio'],
	['has decimals', '10.50', '5 de maio'],
	['is a number of a workbook', 10, '5 de maio'],
])('an amount is whole where it %s', (_, ...cells) => {
	const rows = [
		['pedido', 'nome', 'cpf', 'moeda', 'valor', 'obs'],
		['P1', 'Ana', '1', 'BRL', ...cells],
	];
	expect(inFile(rows)).toHaveLength(1);
});

test('a number as the amount is paid as it is', async () => {
	const rows = inFile([HEAD, ['P1', ana.name, ana.taxId, 12.345, 'USDT']]);
	expect(await pay(rows)).toEqual([[ana._id, 12.345, 'USDT']]);
});

test('an ID of more than 15 digits has to be a text', () => {
	const withId = (id: Cell) => inFile([HEAD, [id, ana.name, ana.taxId, 50, 'BRL']]);
	for (const id of [2000001234567890, 12345678901234567000]) {
		expect(() => withId(id)).toThrow(/^Line 2 of the sheet has a number of more than 15 digits/);
	}
	expect(withId('2000001234567891')[0].id).toBe('2000001234567891');
	expect(withId(200000123456789)[0].id).toBe('200000123456789');
});

describe('a tax ID', () => {
	test.each<[string, Cell, string | number]>([
		['a CNPJ in full', '00000000000191', '00000000000191'],
		['a CPF in full', '00000000191', '00000000191'],
		['with punctuation', '529.982.247-25', '529.982.247-25'],
		['a text without its zeros', '1234567890', 1234567890],
		['a number', 1234567890, 1234567890],
		['a CNPJ that may have lost three zeros', '38166000105', 38166000105],
	])('gets lost zeros back, and no others: %s', (_, cell, customer) => {
		expect(inFile([HEAD, ['P1', '', cell, '10', 'BRL']])[0].customer).toBe(customer);
		const json = { pedido: 'P1', nome: '', cpf: cell, valor: '10', moeda: 'BRL' };
		const code = parametersOf('top-up-100000-rows', 'Read the columns').jsCode as string;
		const large = new Function('$input', code) as (input: unknown) => Items;
		expect(large({ all: () => [{ json }] })[0].json.customer).toBe(customer);
	});

	test('of a CNPJ pays nobody whose CPF has the same digits', async () => {
		const create = async (taxId: string, options: INodeParameters = {}) => {
			const who = { taxId, name: `Customer ${taxId}`, email: 'x@example.com' };
			const parameters = { resource: 'customer', operation: 'create', options, ...who };
			return (await service.run({ parameters })).items[0].json._id;
		};
		await create('00000000191');
		const cnpj = await create('00000000000191', { taxIdFormat: 'asIs' });
		const rows = inFile([HEAD, ['P1', null, '00000000000191', '10', 'BRL']]);
		expect(await pay(rows)).toEqual([[cnpj, 10, 'BRL']]);
	});
});

test('"cliente" is the name in Google Sheets, too', async () => {
	const row = (line: number, id: string, customer: string, cpf: string) => ({
		json: {
			row_number: line,
			Pedido: id,
			Cliente: customer,
			CPF: cpf,
			Valor: 10,
			Moeda: 'BRL',
			Outcome: '',
		},
	});
	const rows = read(FROM_GOOGLE, [
		row(2, 'P1', ana.name, ana.taxId),
		row(3, 'P2', ana.name, bruno.taxId),
	]);
	expect(await pay(rows, FROM_GOOGLE)).toEqual([[ana._id, 10, 'BRL']]);
});
