// Small sheets, with what a person reads in them. The customers at GMC are those of `CUSTOMERS`.

export const CUSTOMERS = [
	{ _id: '665f1c2e9b1d8a0012ab34c1', name: 'Ana Souza', taxId: '52998224725' },
	{ _id: '665f1c2e9b1d8a0012ab34c2', name: 'Diego Alves', taxId: '111.444.777-35' },
	{ _id: '665f1c2e9b1d8a0012ab34c3', name: 'Zeca Lima', taxId: '01234567890' },
	{ _id: '665f1c2e9b1d8a0012ab34c4', name: 'Beta Comércio Ltda', taxId: '11222333000181' },
];
const [ANA, DIEGO] = CUSTOMERS.map(({ _id }) => _id);
const CPF = '52998224725';
const CPF_2 = '11144477735';

type Cell = unknown;

/** What is right: for each role its columns, the columns that are not used, and what stands in each row. */
interface Understood {
	columns: Record<string, string[]>;
	unused?: string[];
	/** `paid` unless said: `leftOut`, or words of the refusal. */
	rows?: Array<'paid' | 'leftOut' | RegExp>;
}

export interface Sheet {
	name: string;
	/** Of Balance: Add under an Idempotency Key, under a batch; of Customer: Create. */
	of: 'key' | 'batch' | 'customers';
	/** The first line is the headings. `undefined` is a cell that n8n leaves out. */
	lines: [string[], ...Cell[][]];
	says: Understood | { unclear: RegExp };
}

const FULL = ['id', 'name', 'customer_id', 'tax_id', 'amount', 'currency'];
const all = (headings: string[]) => Object.fromEntries(headings.map((one) => [ROLE[one], [one]]));
const ROLE: Record<string, string> = {
	id: 'key',
	name: 'name',
	customer_id: 'customerId',
	tax_id: 'taxId',
	amount: 'amount',
	currency: 'currency',
};

export const SHEETS: Sheet[] = [
	{
		name: 'plain headings',
		of: 'key',
		lines: [FULL, ['1', 'Ana Souza', ANA, CPF, '10,50', 'BRL']],
		says: { columns: all(FULL), unused: [] },
	},
	{
		name: 'capitals',
		of: 'key',
		lines: [
			['Pedido', 'Nome', 'CPF', 'Valor', 'Moeda'],
			['C02-1', 'Ana Souza', CPF, '10,50', 'BRL'],
		],
		says: {
			columns: {
				key: ['Pedido'],
				name: ['Nome'],
				taxId: ['CPF'],
				amount: ['Valor'],
				currency: ['Moeda'],
			},
		},
	},
	{
		name: 'a line break and a currency in a heading',
		of: 'key',
		lines: [
			['pedido ', 'cpf', 'valor\n(R$)'],
			['1', CPF, '10,50'],
		],
		says: { columns: { key: ['pedido '], taxId: ['cpf'], amount: ['valor\n(R$)'] } },
	},
	{
		name: 'a currency in the heading, and another one in a cell',
		of: 'key',
		lines: [
			['id', 'cpf', 'valor (R$)', 'moeda'],
			['1', CPF, '10,50', 'USDT'],
			['2', CPF, '10,50', 'BRL'],
			['3', CPF, '10,50', undefined],
		],
		says: {
			columns: { key: ['id'], taxId: ['cpf'], amount: ['valor (R$)'], currency: ['moeda'] },
			rows: [/USDT.*valor \(R\$\)|valor \(R\$\).*USDT/, 'paid', 'paid'],
		},
	},
	{
		name: 'a currency cell that is empty where others are filled',
		of: 'key',
		lines: [
			['id', 'cpf', 'valor', 'moeda'],
			['1', CPF, '10,50', 'USDT'],
			['2', CPF, '10,50', ' '],
		],
		says: {
			columns: { key: ['id'], taxId: ['cpf'], amount: ['valor'], currency: ['moeda'] },
			rows: ['paid', /Column "moeda": the currency is empty/],
		},
	},
	{
		name: 'two amounts, one of them empty in all rows',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount', 'valor'],
			['1', CPF, '', '950,00'],
			['2', CPF_2, ' ', '10,00'],
		],
		says: { columns: { key: ['id'], taxId: ['tax_id'], amount: ['valor'] }, unused: ['amount'] },
	},
	{
		name: 'two amounts that agree',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount', 'valor'],
			['1', CPF, 950, '950,00'],
		],
		says: { columns: { key: ['id'], taxId: ['tax_id'], amount: ['amount', 'valor'] } },
	},
	{
		name: 'two amounts that differ in one row',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount', 'valor'],
			['1', CPF, 10, '10,00'],
			['2', CPF, 10, '950,00'],
		],
		says: { unclear: /"amount" and "valor"/ },
	},
	{
		name: 'two columns of one heading, as a workbook gives them',
		of: 'key',
		lines: [
			['id', 'tax_id', 'valor', 'valor_1'],
			['1', CPF, 10, 20],
		],
		says: { unclear: /"valor" and "valor_1"/ },
	},
	{
		name: 'two keys that differ',
		of: 'key',
		lines: [
			['id', 'pedido', 'cpf', 'valor'],
			['1', '7001', CPF, 10],
		],
		says: { unclear: /"id" and "pedido"/ },
	},
	{
		name: 'two keys that differ, where no key is used',
		of: 'batch',
		lines: [
			['id', 'pedido', 'cpf', 'valor'],
			['1', '7001', CPF, 10],
		],
		says: { columns: { taxId: ['cpf'], amount: ['valor'] }, unused: ['id', 'pedido'] },
	},
	{
		name: 'CPF and CNPJ, one of them in each row',
		of: 'key',
		lines: [
			['pedido', 'cpf', 'cnpj', 'valor'],
			['1', ' ', '11.222.333/0001-81', '10,50'],
			['2', CPF, '', '10,50'],
			['3', CPF, 'nan', '10,50'],
		],
		says: {
			columns: { key: ['pedido'], taxId: ['cpf', 'cnpj'], amount: ['valor'] },
			rows: ['paid', 'paid', 'paid'],
		},
	},
	{
		name: 'CPF and CNPJ, both in one row',
		of: 'key',
		lines: [
			['pedido', 'cpf', 'cnpj', 'valor'],
			['1', CPF, '11.222.333/0001-81', '10,50'],
		],
		says: { unclear: /"cpf" and "cnpj"/ },
	},
	{
		name: 'one tax ID in two spellings',
		of: 'key',
		lines: [
			['pedido', 'cpf', 'tax_id', 'valor'],
			['1', CPF, '529.982.247-25', '10,50'],
		],
		says: { columns: { key: ['pedido'], taxId: ['cpf', 'tax_id'], amount: ['valor'] } },
	},
	{
		name: 'nothing in customer_id, beside a tax ID',
		of: 'key',
		lines: [
			FULL,
			['1', 'Ana Souza', '-', CPF, 10.5, 'BRL'],
			['2', 'Diego Alves', 'null', CPF_2, 20, 'BRL'],
			['3', 'Zeca Lima', '#N/D', '01234567890', 30, 'BRL'],
			['4', 'Zeca Lima', '#N/D', '', 30, 'BRL'],
			['5', 'Zeca Lima', ANA, '#N/D', 30, 'BRL'],
		],
		says: {
			columns: all(FULL),
			rows: ['paid', 'paid', 'paid', /Column "customer_id".*#N\/D/, /Column "tax_id".*#N\/D/],
		},
	},
	{
		name: 'an _id and a tax ID of two customers',
		of: 'key',
		lines: [FULL, ['1', 'Ana Souza', DIEGO, CPF, 10.5, 'BRL']],
		says: { columns: all(FULL), rows: [/Diego Alves.*Ana Souza/] },
	},
	{
		name: 'an _id that GMC does not have, beside a tax ID that it has',
		of: 'key',
		lines: [FULL, ['1', 'Ana Souza', '665f1c2e9b1d8a0012ab34ff', CPF, 10.5, 'BRL']],
		says: { columns: all(FULL), rows: [/665f1c2e9b1d8a0012ab34ff/] },
	},
	{
		name: 'a row without a name',
		of: 'key',
		lines: [
			['id', 'name', 'tax_id', 'amount'],
			['1', 'Ana Souza', CPF, 10],
			['2', ' ', CPF, 10],
		],
		says: {
			columns: all(['id', 'name', 'tax_id', 'amount']),
			rows: ['paid', /Column "name": .*empty/],
		},
	},
	{
		name: 'IDs that are none',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount'],
			['nan', CPF, 10],
			['#N/A', CPF, 10],
			['-', CPF, 10],
			['0', CPF, 10],
			['1', CPF, 10],
		],
		says: {
			columns: all(['id', 'tax_id', 'amount']),
			rows: [/Column "id"/, /Column "id".*#N\/A/, /Column "id"/, /Column "id"/, 'paid'],
		},
	},
	{
		name: 'rows with a currency, a name or a checkbox only',
		of: 'key',
		lines: [
			[...FULL, 'Conferido'],
			['1', 'Ana Souza', '', CPF, 10.5, 'BRL', true],
			['', '', '', '', '', 'BRL', false],
			['', 'Zeca Lima', '', '01234567890', '', 'BRL', false],
			['nan', '', '', '', '', '', false],
		],
		says: {
			columns: all(FULL.filter((one) => one !== 'customer_id')),
			unused: ['customer_id', 'Conferido'],
			rows: ['paid', 'leftOut', 'leftOut', 'leftOut'],
		},
	},
	{
		name: 'a key or a note without an amount',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount', 'obs'],
			['1', CPF, 10, ''],
			['2', CPF, '', ''],
			['', CPF, '', 'pagar depois'],
		],
		says: {
			columns: { key: ['id'], taxId: ['tax_id'], amount: ['amount'], note: ['obs'] },
			rows: ['paid', /Column "amount": the amount is empty/, /Column "id"/],
		},
	},
	{
		name: 'a row of totals, named as the key',
		of: 'key',
		lines: [FULL, ['1', 'Ana Souza', ANA, CPF, '10,50', 'BRL'], ['TOTAL', '', '', '', '10,50', '']],
		says: { columns: all(FULL), rows: ['paid', /row of totals/] },
	},
	{
		name: 'a row of totals, named in a column that is not used',
		of: 'batch',
		lines: [
			['cpf', 'valor', 'vendedor'],
			[CPF, '10,50', 'Total Flex'],
			['', '10,50', 'Total geral:'],
		],
		says: {
			columns: { taxId: ['cpf'], amount: ['valor'] },
			unused: ['vendedor'],
			rows: ['paid', /row of totals/],
		},
	},
	{
		name: 'sums that nothing names',
		of: 'batch',
		lines: [
			['nome', 'cpf', 'valor', 'obs'],
			['Ana Souza', CPF, '10,50', ''],
			['', '-', '10,50', 'conferido'],
			['', '', 'R$ 10,50', ''],
			['', '#N/D', '10,50', ''],
			['', '', '', 'até aqui'],
			['', CPF, '10,50', ''],
		],
		says: {
			columns: { name: ['nome'], taxId: ['cpf'], amount: ['valor'], note: ['obs'] },
			rows: [
				'paid',
				/names nobody/,
				/names nobody/,
				/Column "cpf".*#N\/D/,
				/Column "nome": .*empty/,
				/Column "nome": .*empty/,
			],
		},
	},
	{
		name: 'sums that nothing names, with keys and without names',
		of: 'key',
		lines: [
			['id', 'cpf', 'valor'],
			['1', CPF, '10,50'],
			['', '', '10,50'],
			['2', '', '10,50'],
			['', CPF, '10,50'],
		],
		says: {
			columns: { key: ['id'], taxId: ['cpf'], amount: ['valor'] },
			rows: ['paid', /names nobody/, /Column "cpf"/, /Column "id"/],
		},
	},
	{
		name: 'two columns of amounts, which agree in another currency only',
		of: 'batch',
		lines: [
			['cpf', 'valor', 'quantia'],
			[CPF, '10,50', 'US$ 10,50'],
		],
		says: { unclear: /"valor" and "quantia"/ },
	},
	{
		name: 'sums under two columns of amounts',
		of: 'batch',
		lines: [
			['cpf', 'valor', 'quantia'],
			[CPF, '10,50', '10,50'],
			['', '10,50', '21'],
		],
		says: {
			columns: { taxId: ['cpf'], amount: ['valor', 'quantia'] },
			rows: ['paid', /names nobody/],
		},
	},
	{
		name: 'a customer called Total',
		of: 'batch',
		lines: [
			['nome', 'cpf', 'valor'],
			['Total', CPF, '10,50'],
		],
		says: { columns: { name: ['nome'], taxId: ['cpf'], amount: ['valor'] }, rows: ['paid'] },
	},
	{
		name: 'a title above the headings, in a text file',
		of: 'key',
		lines: [
			['Relatório de pagamentos', ''],
			['Período: 01/11/2026', ''],
			['id', 'tax_id'],
			['1', CPF],
		],
		says: { unclear: /title/ },
	},
	{
		name: 'a title above the headings, in a workbook',
		of: 'key',
		lines: [
			['Pagamentos', '__EMPTY', '__EMPTY_1'],
			['id', 'tax_id', 'amount'],
			['1', CPF, 10.5],
		],
		says: { unclear: /title/ },
	},
	{
		name: 'a wrong delimiter',
		of: 'key',
		lines: [['id;name;tax_id;amount'], ['1;Ana Souza;52998224725;10']],
		says: { unclear: /[Dd]elimiter/ },
	},
	{
		name: 'a wrong delimiter, and decimal commas',
		of: 'key',
		lines: [
			['id;name;tax_id;amount', ''],
			['1;Ana Souza;52998224725;10', '50'],
		],
		says: { unclear: /[Dd]elimiter/ },
	},
	{
		name: 'an encoding that is not the one of the file',
		of: 'key',
		lines: [
			['NÃºmero do pedido', 'cpf', 'valor'],
			['1', CPF, '10'],
		],
		says: { unclear: /encoding/i },
	},
	{
		name: 'letters that were lost',
		of: 'key',
		lines: [
			['id', 'Razão Social', 'N\ufffdmero do CPF', 'valor'],
			['1', 'Jo\ufffdo Lima', CPF, '10'],
		],
		says: { unclear: /encoding/i },
	},
	{
		name: 'wrong letters that hide the names, which would not be checked',
		of: 'key',
		lines: [
			['id', 'RazÃ£o Social', 'cpf', 'valor'],
			['1', 'Ana Souza', CPF, '10'],
		],
		says: { unclear: /"RazÃ£o Social" .* the name.*CSV UTF-8.*Encoding in Extract from File/ },
	},
	{
		name: 'lost letters that hide the names',
		of: 'batch',
		lines: [
			['Benefici\ufffdrio', 'cpf', 'valor'],
			['Ana Souza', CPF, '10'],
		],
		says: { unclear: /the name.*CSV UTF-8/ },
	},
	{
		name: 'wrong letters in a heading that does not count',
		of: 'batch',
		lines: [
			['SituaÃ§Ã£o', 'cpf', 'valor'],
			['ok', CPF, '10'],
		],
		says: { columns: { taxId: ['cpf'], amount: ['valor'] }, unused: ['SituaÃ§Ã£o'] },
	},
	{
		name: 'the mark at the beginning of a file, read as letters',
		of: 'key',
		lines: [
			['ï»¿FATURA', 'cpf', 'valor'],
			['1', CPF, '10'],
		],
		says: { columns: { key: ['ï»¿FATURA'], taxId: ['cpf'], amount: ['valor'] } },
	},
	{
		name: 'the same around quotes',
		of: 'key',
		lines: [
			['ï»¿"_id"', 'id', 'valor'],
			[ANA, '1', '10'],
		],
		says: { columns: { key: ['id'], customerId: ['ï»¿"_id"'], amount: ['valor'] } },
	},
	{
		name: 'cells that moved behind a comma in an amount',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount', 'currency', '__EMPTY'],
			['1', CPF, '10', '50', 'BRL'],
			['2', CPF, '10', 'BRL'],
		],
		says: { unclear: /moved/ },
	},
	{
		name: 'a column without a heading that holds values in every row',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount', 'col_3'],
			['1', CPF, '10', 'x'],
			['2', CPF, '10', 'y'],
		],
		says: { unclear: /without a heading/ },
	},
	{
		name: 'a column without a heading that is empty',
		of: 'key',
		lines: [
			['id', 'tax_id', 'amount', ''],
			['1', CPF, '10', ' '],
		],
		says: { columns: all(['id', 'tax_id', 'amount']), rows: ['paid'] },
	},
	{
		name: 'no amount',
		of: 'batch',
		lines: [
			['cpf', 'Valor pago'],
			[CPF, 10],
		],
		says: { unclear: /amount.*"cpf" and "Valor pago"/ },
	},
	{
		name: 'no key, where one is needed',
		of: 'key',
		lines: [
			['cpf', 'valor', 'row_number'],
			[CPF, 10, 2],
		],
		says: { unclear: /'Idempotency Key'/ },
	},
	{
		name: 'no key, where none is needed',
		of: 'batch',
		lines: [
			['cpf', 'valor', 'row_number'],
			[CPF, 10, 2],
		],
		says: { columns: { taxId: ['cpf'], amount: ['valor'] }, unused: ['row_number'] },
	},
	{
		name: 'no customer',
		of: 'key',
		lines: [
			['id', 'nome', 'valor'],
			['1', 'Ana Souza', 10],
		],
		says: { unclear: /customer/ },
	},
	{
		name: 'keys that are customers',
		of: 'key',
		lines: [
			['id', 'cpf', 'valor'],
			[ANA, CPF, 10],
			[DIEGO, CPF_2, 10],
		],
		says: { unclear: /"id".*customers/ },
	},
	{
		name: 'keys that are tax IDs',
		of: 'key',
		lines: [
			['id', 'cpf', 'valor'],
			['529.982.247-25', CPF, 10],
		],
		says: { unclear: /"id".*customers/ },
	},
	{
		name: 'documents that are all tax IDs',
		of: 'key',
		lines: [
			['pedido', 'documento', 'valor'],
			['1', '529.982.247-25', 10],
			['2', 1234567890, 10],
			['TOTAL', '', 20],
		],
		says: {
			columns: { key: ['pedido'], taxId: ['documento'], amount: ['valor'] },
			rows: ['paid', 'paid', /row of totals/],
		},
	},
	{
		name: 'documents of which one is no tax ID',
		of: 'key',
		lines: [
			['pedido', 'documento', 'valor'],
			['1', '529.982.247-25', 10],
			['2', 'RG 12.345', 10],
		],
		says: {
			unclear:
				/customer.*"documento" was not used: row 2, …2345 is no valid CPF or CNPJ\. Correct .*, or name the column "_id", "customer_id", "customer id", "tax_id", "cpf" or "cnpj"/,
		},
	},
	{
		name: 'customers by their names, beside a CPF',
		of: 'key',
		lines: [
			['pedido', 'cliente', 'cpf', 'valor'],
			['1', 'ana souza', CPF, 10],
			['2', 'Diego Alves', CPF_2, 10],
		],
		says: {
			columns: { key: ['pedido'], name: ['cliente'], taxId: ['cpf'], amount: ['valor'] },
		},
	},
	{
		name: 'customers of whom one has a name that GMC does not have',
		of: 'key',
		lines: [
			['pedido', 'cliente', 'cpf', 'valor'],
			['1', 'Ana Souza', CPF, 10],
			['2', 'Maria Ninguém', CPF_2, 10],
		],
		says: {
			columns: { key: ['pedido'], taxId: ['cpf'], amount: ['valor'] },
			unused: ['cliente'],
			rows: ['paid', 'paid'],
		},
	},
	{
		name: 'a code that is the customer',
		of: 'batch',
		lines: [
			['código', 'valor'],
			[ANA, 10],
			[DIEGO, 10],
		],
		says: { columns: { customerId: ['código'], amount: ['valor'] } },
	},
	{
		name: 'a code that is an _id in one row and a tax ID in another',
		of: 'batch',
		lines: [
			['código', 'valor'],
			[ANA, 10],
			[CPF_2, 10],
		],
		says: {
			unclear:
				/"código" was not used: row 2, …7735 is not of the same kind as the values above it\. /,
		},
	},
	{
		name: 'customers of whom nothing else is said',
		of: 'batch',
		lines: [
			['cliente', 'valor'],
			['', ''],
			['Maria Ninguém', 10],
		],
		says: {
			unclear:
				/"cliente" was not used: row 2, "Maria Ninguém" is no ID of a customer at GMC, no valid CPF or CNPJ and no name of a customer at GMC/,
		},
	},
	{
		name: 'totals, balances and fees beside the amount',
		of: 'batch',
		lines: [
			['cpf', 'valor', 'Valor total', 'Saldo', 'Taxa'],
			[CPF, 10, 20, 30, 1],
		],
		says: {
			columns: { taxId: ['cpf'], amount: ['valor'] },
			unused: ['Valor total', 'Saldo', 'Taxa'],
		},
	},
	{
		name: 'an amount that is a date',
		of: 'key',
		lines: [
			['id', 'cpf', 'valor'],
			['1', CPF, 46336],
		],
		says: { columns: { key: ['id'], taxId: ['cpf'], amount: ['valor'] }, rows: [/"valor".*date/] },
	},
	{
		name: 'an address of email, which is not used',
		of: 'batch',
		lines: [
			['cpf', 'valor', 'e-mail'],
			[CPF, 10, 'ana@x.example'],
		],
		says: { columns: { taxId: ['cpf'], amount: ['valor'] }, unused: ['e-mail'] },
	},
	{
		name: 'customers to be created',
		of: 'customers',
		lines: [
			['Nome completo', 'CPF', 'E-mail', 'Cidade'],
			['Ana Souza', CPF, 'ana@x.example', 'Recife'],
			['', '', '', ''],
		],
		says: {
			columns: { name: ['Nome completo'], taxId: ['CPF'], email: ['E-mail'] },
			unused: ['Cidade'],
			rows: ['paid', 'leftOut'],
		},
	},
	{
		name: 'customers without an address of email',
		of: 'customers',
		lines: [
			['Nome', 'CPF'],
			['Ana Souza', CPF],
		],
		says: { unclear: /email/ },
	},
];
