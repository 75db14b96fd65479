import type { Phrase } from './phrase';

/** What the code says that gives tax IDs their zeros back. */
export const TAX_ID_ZEROS: Phrase = [
	'// A tax ID may have lost its zeros: as a number it gets them back. One of 11 or 14 digits that begins with a zero has them all.',
	'// Um CPF ou CNPJ pode ter perdido zeros: como número, o nó os repõe. Um de 11 ou 14 dígitos que começa com zero tem todos.',
];

/** What the code says that reads the columns of a sheet. */
export const SHEET: Phrase[] = [
	[
		'// The same code in every sample that reads a sheet: it finds the columns by their headings, and leaves out rows without any content.',
		'// O mesmo código em todo exemplo que lê uma planilha: encontra as colunas pelos títulos e deixa de fora linhas sem conteúdo.',
	],
	[
		'// Without the line of this code, which n8n would add, and which would read like a line of the sheet.',
		'// Sem a linha deste código, que o n8n acrescentaria e que pareceria uma linha da planilha.',
	],
	[
		'// Excel for Windows writes a CSV in an alphabet of its own, others write UTF-8: what can be UTF-8, is.',
		'// O Excel para Windows grava um CSV em um alfabeto próprio, outros gravam UTF-8: o que pode ser UTF-8, é.',
	],
	[
		'// A CSV has texts only, a workbook numbers as well. In a CSV an open quotation mark swallows the rows after it.',
		'// Um CSV só tem textos; um arquivo do Excel, números também. Em um CSV, aspas abertas engolem as linhas seguintes.',
	],
	[
		'`Line ${swallowed + 1} of the sheet: a cell has several lines; perhaps a quotation mark is not closed. Write each cell on one line. Nothing was sent.`',
		'`Linha ${swallowed + 1} da planilha: uma célula tem várias linhas; talvez aspas não estejam fechadas. Escreva cada célula em uma linha só. Nada foi enviado.`',
	],
	[
		'// A heading that nobody knows may be that of the name, and the name is what tells a wrong tax ID.',
		'// Um título que ninguém conhece pode ser o do nome, e é o nome que revela um CPF ou CNPJ errado.',
	],
	[
		"`The sheet has no column for ${wanted}. Headings that are not known: ${unknown.join(', ') || 'none'}. Rename them, or add them in \"The columns\"; empty there what your sheet does not have. Nothing was sent.`",
		"`A planilha não tem coluna para ${wanted}. Títulos desconhecidos: ${unknown.join(', ') || 'nenhum'}. Mude os títulos, ou acrescente-os em \"As colunas\"; esvazie ali o que a sua planilha não tem. Nada foi enviado.`",
	],
	[
		'// Where commas separate columns, an amount of 10,50 or 1,234.50 without quotation marks is two cells.',
		'// Onde vírgulas separam as colunas, um valor de 10,50 ou 1,234.50 sem aspas são duas células.',
	],
	[
		'`Line ${line} of the sheet has a value in a column without a heading. Give the column a heading; in a CSV, look for a comma too many. Nothing was sent.`',
		'`A linha ${line} da planilha tem algo em uma coluna sem título. Dê um título à coluna; em um CSV, procure uma vírgula a mais. Nada foi enviado.`',
	],
	[
		'`Line ${line} of the sheet may have one amount in two cells: ${text(cells[amountAt])} and ${text(cells[amountAt + 1])}. Write both decimals of every amount, and quotation marks around it where commas separate the columns, or save the sheet as .xlsx. Nothing was sent.`',
		'`A linha ${line} da planilha talvez tenha um valor em duas células: ${text(cells[amountAt])} e ${text(cells[amountAt + 1])}. Escreva as duas casas decimais de cada valor, e aspas em volta dele onde vírgulas separam as colunas, ou salve a planilha como .xlsx. Nada foi enviado.`',
	],
	[
		'`Line ${line} of the sheet has different values for ${column} under ${names}. Leave one of them. Nothing was sent.`',
		'`A linha ${line} da planilha tem valores diferentes para ${column} em ${names}. Deixe só um deles. Nada foi enviado.`',
	],
	[
		'`Line ${line} of the sheet has a number of more than 15 digits as its ID: ${cell}. A spreadsheet keeps 15 digits of a number, so its last ones are lost. Format the column as text, and write the IDs anew in full. Nothing was sent.`',
		'`A linha ${line} da planilha tem como ID um número de mais de 15 dígitos: ${cell}. Uma planilha guarda 15 dígitos de um número, por isso os últimos se perderam. Formate a coluna como texto e escreva os IDs de novo, inteiros. Nada foi enviado.`',
	],
	[
		'// As a text, an amount of 12.345 could be a thousand times as much.',
		'// Como texto, um valor de 12.345 poderia ser mil vezes maior.',
	],
	TAX_ID_ZEROS,
];

/** Where a row of the node is said as a line of the file. */
export const LINE_OF_SHEET: Phrase[] = [
	["'Line ' + ", "'Linha ' + "],
	["' of the sheet: '", "' da planilha: '"],
];

/** What the one who approves a sheet is asked, and how. */
export const REQUEST: Phrase[] = [
	['`- line ${', '`- linha ${'],
	['`Line ${refused[0].line} of the sheet: ', '`Linha ${refused[0].line} da planilha: '],
	[
		'// The node counts rows, people count lines of the sheet.',
		'// O nó conta linhas lidas; as pessoas, linhas da planilha.',
	],
	[
		'// What the sheet has, and what the dry run says of each row: they come in the same order.',
		'// O que a planilha tem e o que a simulação diz de cada linha: vêm na mesma ordem.',
	],
	['` (in the sheet: ${name})`', '` (na planilha: ${name})`'],
	[
		'`Approve ${planned.length} top-ups of ${batch}: ${sums}`',
		'`Aprovar ${planned.length} recargas de ${batch}: ${sums}`',
	],
	[
		'`Paid before, and not again: ${paidBefore.length}`',
		'`Já pagas antes, e não de novo: ${paidBefore.length}`',
	],
	["'The largest'", "'As maiores'"],
	["'Names that differ a little'", "'Nomes um pouco diferentes'"],
	["'Refused, and not paid'", "'Recusadas, e não pagas'"],
	[
		'// A cell is text: it brings no link and hides nothing in the e-mail. n8n turns entities back, so marks become others.',
		'// Uma célula é texto: não traz link e não esconde nada no e-mail. O n8n desfaz entidades, por isso os sinais viram outros.',
	],
	[
		'`Without a name in the sheet, so not compared: ${nameless}`',
		'`Sem nome na planilha, por isso não comparadas: ${nameless}`',
	],
	[
		'// Carried along: what was read, the name that the e-mail shows, and what of it is planned. A batch is a whole sheet.',
		'// Segue adiante: o que foi lido, o nome que o e-mail mostra, e o que disso está planejado. Um lote é uma planilha inteira.',
	],
	[
		'// As it was in the e-mail. A batch is a whole sheet, so rows that were refused or paid before go along.',
		'// Como estava no e-mail. Um lote é uma planilha inteira, por isso as linhas recusadas ou já pagas vão junto.',
	],
	[
		'// What would be paid now has to be what was approved: an addition may have failed meanwhile, a customer may be another one.',
		'// O que seria pago agora tem de ser o que foi aprovado: uma recarga pode ter falhado nesse meio-tempo, um cliente pode ser outro.',
	],
	[
		'`Line ${rows[other].line} of the sheet would be paid now, and was not approved like that, so nothing was paid. Start it again.`',
		'`A linha ${rows[other].line} da planilha seria paga agora, e não foi aprovada assim; por isso nada foi pago. Comece de novo.`',
	],
	[".includes('Approve')", ".includes('Aprovar')"],
	[
		'There is nothing to pay. Paid before: {{ $json.paidBefore }}, refused: {{ $json.refused }}.',
		'Não há nada a pagar. Já pagas antes: {{ $json.paidBefore }}, recusadas: {{ $json.refused }}.',
	],
];
