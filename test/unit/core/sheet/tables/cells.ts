import type { Says } from './words';
import { EMPTY } from './words';

// Every other cell of a row, as n8n hands it on.

type Line = [raw: unknown, says: Says<string>];

const ID = '665f1c2e9b1d8a0012ab34cd';
const CPF = '52998224725';

const NOTHING: Line[] = [
	['', EMPTY],
	['   ', EMPTY],
	['\u00a0\t', EMPTY],
	['\u200b', EMPTY],
	['=""', EMPTY],
	["'", EMPTY],
	[null, EMPTY],
	[undefined, EMPTY],
];

const WORDS_FOR_NOTHING: Line[] = [
	...['nan', 'NaN', 'null', 'NULL', 'None', 'undefined', 'n/a', 'N/A', '-', ' - '],
	...['\u2013', '\u2014', '--', '<NA>', '="nan"', "'-", '\u200bnull'],
].map((raw): Line => [raw, EMPTY]);

const ERRORS_OF_A_SPREADSHEET: Line[] = [
	...['#N/A', '#N/D', '#n/d', '#REF!', '#VALUE!', '#VALOR!', '#DIV/0!', '#NAME?', '#NOME?'],
	...['#NUM!', '#N\u00daM!', '#NULL!', '#NULO!', '#SPILL!', '#DESPEJAR!', '#CALC!', '#ERROR!'],
	...['#ERRO!', '#GETTING_DATA', '#OBTENDO_DADOS', '#####', 'Err:502', 'Loading...', ' #N/A '],
	...['="#N/A"', '\u200e#REF!'],
].map((raw): Line => [raw, '!sheet']);

const OTHER_TYPES: Line[] = [
	[true, '!type'],
	[false, '!type'],
	[{}, '!type'],
	[['1001'], '!type'],
];

export const KEYS: Line[] = [
	...NOTHING,
	...WORDS_FOR_NOTHING,
	...ERRORS_OF_A_SPREADSHEET,
	...OTHER_TYPES,
	[1001, '1001'],
	['1001', '1001'],
	[' 1001 ', '1001'],
	['\ufeff1001', '1001'],
	['10\u200b01', '1001'],
	['\u200e1001\u200f', '1001'],
	['="1001"', '1001'],
	['=" 1001 "', '1001'],
	['="01001"', '01001'],
	["'1002", '1002'],
	["' 1002", '1002'],
	['#1005', '#1005'],
	['1003.0', '1003.0'],
	['1.004', '1.004'],
	['1006,00', '1006,00'],
	['C02-1', 'C02-1'],
	['0-1', '0-1'],
	['Pedido 7', 'Pedido 7'],
	['"1001"', '"1001"'],
	['=1001', '=1001'],
	['nano', 'nano'],
	['null-1', 'null-1'],
	[0, EMPTY],
	['0', EMPTY],
	['000', EMPTY],
	['0,00', EMPTY],
	['0.0', EMPTY],
	[2026.1, '!number'],
	[1e21, '!number'],
	['1,2E+13', '!short'],
	['shop-{{ $json.id }}', '!template'],
	['[object Object]', '!type'],
	['x'.repeat(256), '!long'],
];

export const TAX_IDS: Record<'auto' | 'asIs' | 'cpfCnpj', Line[]> = {
	auto: [
		...NOTHING,
		...WORDS_FOR_NOTHING,
		...ERRORS_OF_A_SPREADSHEET,
		...OTHER_TYPES,
		[CPF, CPF],
		[52998224725, CPF],
		[1234567890, '01234567890'],
		['01234567890', '01234567890'],
		['1234567890', '1234567890'],
		['529.982.247-25', '529.982.247-25'],
		[' 529.982.247-25 ', '529.982.247-25'],
		['\u200e52998224725', CPF],
		['="01234567890"', '01234567890'],
		["'01234567890", '01234567890'],
		['\t01234567890', '01234567890'],
		['11.222.333/0001-81', '11.222.333/0001-81'],
		['12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
		['52998224725.0', '!point'],
		['1234567890,00', '!point'],
		['1,12223E+13', '!short'],
		[123, '!taxId'],
		[0, '!taxId'],
		[52998224725.5, '!taxId'],
	],
	asIs: [
		['AB-12', 'AB-12'],
		['="AB-12"', 'AB-12'],
		["'0012", '0012'],
		['123.0', '123.0'],
		[1234567890, '1234567890'],
		['nan', EMPTY],
		['#N/A', '!sheet'],
	],
	cpfCnpj: [
		['529.982.247-25', CPF],
		['="529.982.247-25"', CPF],
		['529.982.247-26', '!taxId'],
		['52998224725.0', '!point'],
		[1234567890, '01234567890'],
		['-', EMPTY],
		['#REF!', '!sheet'],
	],
};

/** Of customers. */
export const IDS: Line[] = [
	...NOTHING,
	...WORDS_FOR_NOTHING,
	...ERRORS_OF_A_SPREADSHEET,
	...OTHER_TYPES,
	[ID, ID],
	[` ${ID} `, ID],
	[`="${ID}"`, ID],
	[`'${ID}`, ID],
	[`\u200b${ID}\ufeff`, ID],
	['1,12223E+13', '!short'],
];

export const CURRENCIES: Line[] = [
	...NOTHING,
	['BRL', 'BRL'],
	[' brl ', 'BRL'],
	['usdt', 'USDT'],
	['="BRL"', 'BRL'],
	["'USD", 'USD'],
	['\u200bGMC\u200e', 'GMC'],
	['R$', '!currency'],
	['EUR', '!currency'],
	['Real', '!currency'],
	['nan', '!currency'],
	['BRL,USD', '!currency'],
	[1, '!currency'],
	['#N/A', '!sheet'],
];

/** Names that people expect a customer to have. */
export const NAMES: Line[] = [
	...NOTHING.filter(([raw]) => raw !== '=""' && raw !== "'"),
	['Ana Souza', 'Ana Souza'],
	['  Ana Souza ', 'Ana Souza'],
	['Null', 'Null'],
	["'t Hooft", "'t Hooft"],
	['-', '-'],
	['#N/A', '#N/A'],
	['Ana null', 'Ana null'],
	[123, '123'],
	[true, '!type'],
	[{}, '!type'],
];

/** Names of customers that may be created, which is for good. */
export const NEW_NAMES: Line[] = [
	['Ana Souza', 'Ana Souza'],
	["'t Hooft", "'t Hooft"],
	['Loja - Centro', 'Loja - Centro'],
	['Nanci Lima', 'Nanci Lima'],
	['Null', '!nothing'],
	['nan', '!nothing'],
	['-', '!nothing'],
	['N/A', '!nothing'],
	['Ana null', '!nothing'],
	['undefined Souza', '!nothing'],
	['None', '!nothing'],
	['Ana (null)', '!nothing'],
	['#N/A', '!sheet'],
	['', EMPTY],
	[true, '!type'],
];

export const EMAILS: Line[] = [
	['ana@x.example', 'ana@x.example'],
	[' Ana@X.example ', 'Ana@X.example'],
	['ana\u200b@x.example', 'ana@x.example'],
	['\ufeffana@x.example\u200e', 'ana@x.example'],
	['ana+loja@mail.x.example', 'ana+loja@mail.x.example'],
	['mailto:ana@x.example', '!email'],
	['Ana Souza <ana@x.example>', '!email'],
	['ana@x.example; b@x.example', '!email'],
	['ana@x.example,', '!email'],
	['ana@x.example.', '!email'],
	['ana@x', '!email'],
	['ana@@x.example', '!email'],
	['ana.x.example', '!email'],
	['-', '!email'],
	['nan', '!email'],
	['ana@x,example', '!email'],
	['ana@x.example/b@y.example', '!email'],
	['ana@.example', '!email'],
	['ana@x..example', '!email'],
	['', EMPTY],
	[null, EMPTY],
	[true, '!type'],
];

export const NOTES: Line[] = [
	['Brinde', 'Brinde'],
	[' Brinde ', 'Brinde'],
	[2026, '2026'],
	['nan', 'nan'],
	['#N/A', '#N/A'],
	["'aspas", "'aspas"],
	['', EMPTY],
	['   ', EMPTY],
	[null, EMPTY],
	['x'.repeat(500), 'x'.repeat(500)],
	['x'.repeat(501), '!long'],
	[true, '!type'],
	[{}, '!type'],
];

/** Whether two keys are two spellings of one number. */
export const SPELLINGS: Array<[one: string, other: string, isSo: boolean]> = [
	['1001', '01001', true],
	['1003.0', '1003', true],
	['1003.00', '1003,0', true],
	['1006,00', '1006', true],
	['1.004', '1004', true],
	['1,004', '1.004', true],
	['1.004,00', '1004', true],
	['1,004.0', '01004', true],
	['1.234.567', '1234567', true],
	['1.000', '1000', true],
	['1.000', '1', true],
	['1.000', '1,0', true],
	['00', '0', true],
	['007', '7', true],
	['1', '1000', false],
	['2026.1', '2026.10', false],
	['2026.1', '2026.001', false],
	['2026.10', '2026.001', false],
	['2026.001', '2026001', false],
	['1.2.3', '123', false],
	['1.2.3', '1.2.30', false],
	['10.5', '105', false],
	['#1005', '1005', false],
	['A1', 'A01', false],
	['A1.0', 'A1', false],
	['1001', '1002', false],
	['1.00.4', '1004', false],
	['12.34', '1234', false],
	['1001-0', '1001', false],
	['0\u0663', '\u0663', false],
];
