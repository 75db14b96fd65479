import type { NameVerdict } from '../../../../nodes/Gmc/core/customers/expectedName';

/** Two names, and whether they are of one payee or of two; where it cannot be told, what is done all the same. */
export type NamePair = readonly [expected: string, atService: string];

interface Group {
	reason: string;
	verdict: NameVerdict;
	pairs: NamePair[];
}

/** Names of Brazilian people and companies, by the reason for what is said of them. */
export const NAME_PAIRS: Group[] = [
	{
		reason: 'writing: case, accents, blanks, Unicode',
		verdict: 'match',
		pairs: [
			['Ana Souza', 'ANA SOUZA'],
			['José da Conceição', 'JOSE DA CONCEICAO'],
			['João', 'Joao'],
			['Jo\u0061\u0303o Anto\u0302nio', 'João Antônio'],
			['  Ana   Maria\tSouza ', 'Ana Maria Souza'],
			['Ana\u00a0Souza', 'Ana Souza'],
			['Ana\nSouza', 'Ana Souza'],
			['Ana So\u200buza', 'Ana Souza'],
			['Ａｎａ Souza', 'Ana Souza'],
			['Thaís Müller', 'THAIS MULLER'],
			['Ana 😀 Souza', 'Ana Souza'],
		],
	},
	{
		reason: 'punctuation',
		verdict: 'match',
		pairs: [
			["Joana D'Ávila", 'JOANA DAVILA'],
			['Joana D’Ávila', "Joana D'avila"],
			['Carlos Souza Jr.', 'Carlos Souza Júnior'],
			['J. C. Comércio de Alimentos', 'JC Comércio de Alimentos'],
			['Silva & Filhos', 'Silva e Filhos'],
		],
	},
	{
		reason: 'particles',
		verdict: 'match',
		pairs: [
			['Maria da Silva', 'Maria Silva'],
			['José dos Santos', 'JOSE SANTOS'],
			['Pedro Souza e Silva', 'Pedro Souza Silva'],
			['Antônio do Carmo das Neves', 'Antonio Carmo Neves'],
		],
	},
	{
		reason: 'order of words',
		verdict: 'match',
		pairs: [
			['Souza, Ana Maria', 'Ana Maria Souza'],
			['SOUZA ANA MARIA', 'Ana Maria Souza'],
		],
	},
	{
		reason: 'legal forms',
		verdict: 'match',
		pairs: [
			['J. C. Comércio de Alimentos Ltda - ME', 'J C COMERCIO DE ALIMENTOS'],
			['Padaria Central', 'PADARIA CENTRAL LTDA'],
			['Padaria Central Ltda.', 'PADARIA CENTRAL EIRELI'],
			['Padaria Central, LTDA', 'Padaria Central EPP'],
			['Mercado Bom Preço LIMITADA', 'Mercado Bom Preço Ltda'],
			['Petrobras', 'Petrobras S.A.'],
			['João Carlos da Silva MEI', 'JOAO CARLOS DA SILVA'],
		],
	},
	{
		reason: "a MEI's number in its name",
		verdict: 'match',
		pairs: [
			['João Carlos da Silva', 'JOAO CARLOS DA SILVA 52998224725'],
			['João Carlos da Silva 529.982.247-25', 'JOAO CARLOS DA SILVA 52998224725'],
			['João Carlos da Silva', 'JOAO CARLOS DA SILVA 52998224725 ME'],
			['João Carlos da Silva 52998224725', '12.345.678 JOAO CARLOS DA SILVA'],
		],
	},
	{
		reason: 'the surname Sá',
		verdict: 'match',
		pairs: [
			['Maria de Sá', 'MARIA DE SA'],
			['João Sá', 'JOAO SA'],
			['José Sá ME', 'JOSE SA'],
			['João de Sá', 'JOAO SA'],
		],
	},
	{
		reason: 'other scripts',
		verdict: 'match',
		pairs: [
			['王小明', '王小明'],
			['Иван Чайковский', 'ИВАН ЧАЙКОВСКИЙ'],
			['राम कुमार', 'राम कुमार'],
		],
	},
	{
		reason: 'middle names missing',
		verdict: 'close',
		pairs: [
			['Ana Souza', 'Ana Maria Souza'],
			['Ana Maria Souza', 'Ana Souza'],
			['João Silva Jr', 'João Carlos Silva Júnior'],
			['João da Silva', 'JOAO CARLOS DA SILVA 52998224725'],
		],
	},
	{
		reason: 'middle names as initials',
		verdict: 'close',
		pairs: [
			['ANA M. SOUZA', 'Ana Maria Souza'],
			['Ana Maria P. Souza', 'Ana M. Paula Souza'],
			['Souza, Ana M.', 'Ana Maria Souza'],
		],
	},
	{
		reason: 'one letter off',
		verdict: 'close',
		pairs: [
			['Ana Sousa', 'Ana Souza'],
			['Ana Souzza', 'Ana Souza'],
			['Ana Oliveria', 'Ana Oliveira'],
			['Ana Maria Teixeria', 'Teixeira, Ana Maria'],
			['Maria Luisa Lima', 'Maria Luiza Lima'],
			['Padaria Centrall', 'Padaria Central Ltda'],
			["Rita Sant'Anna", 'Rita Santana'],
		],
	},
	{
		reason: 'SA that may be a surname',
		verdict: 'close',
		pairs: [
			['Petrobras', 'PETROBRAS SA'],
			['Petrobras S/A', 'PETROBRAS SA'],
			['Banco do Brasil', 'BANCO DO BRASIL SA'],
		],
	},
	{
		reason: 'another person',
		verdict: 'mismatch',
		pairs: [
			['Ana Souza', 'Ana Silva'],
			['Ana Souza', 'Bruno Lima'],
			['Luana Souza', 'Luiza Souza'],
			['Luana Souza', 'Luane Souza'],
			['Luana Souza', 'Luan Souza'],
			['Marcos Lima', 'Marcas Lima'],
			['Ana Maria Souza', 'Ana Paula Souza'],
			['Ana M. Souza', 'Ana Paula Souza'],
			['Ana Lima', 'Ana Lira'],
			['Ana Souza', 'Maria Ana Souza'],
			['Mario Souza', 'Maria Souza'],
			['João Souza', 'Joana Souza'],
			['Souza, Ana', 'Souza, Eva'],
			['राम', 'रमा'],
			['王小明', '王小红'],
			['João Carlos da Silva 52998224725', 'JOAO CARLOS DA SILVA 11144477735'],
			['12.345.678 João da Silva', '87.654.321 João da Silva'],
		],
	},
	{
		reason: 'father, son and grandson',
		verdict: 'mismatch',
		pairs: [
			['João Silva Filho', 'João Silva'],
			['João Silva', 'João Silva Neto'],
			['João Silva Júnior', 'João Silva'],
			['João Silva Filho', 'João Silva Neto'],
			['João Silva Filho', 'João Carlos Silva'],
			['Maria Silva Filho', 'Maria Silva Filha'],
			['João Filho', 'João Silva Filho'],
			['João Silva Filho', 'João Souza Filho'],
			['João Silva', 'João Silva II'],
			['João Silva Sobrinho', 'João Silva'],
		],
	},
	{
		reason: 'too little said',
		verdict: 'mismatch',
		pairs: [
			['Maria', 'Maria Souza'],
			['Maria Souza', 'Maria'],
			['A. Souza', 'Ana Souza'],
			['Ana S.', 'Ana Souza'],
			['A. S.', 'Ana Souza'],
			['Sousa', 'Souza'],
			['-', 'Ana Souza'],
			['...', '...'],
			['😀', '😁'],
			['Ana Souza', ''],
			['Ltda', 'Padaria Central Ltda'],
			['de', 'Ana de Souza'],
			['De', 'Da'],
			['Ana Paula', 'ANA PAULA DE SA'],
			['Ana Paula', 'Ana Paula Sá'],
			['José', 'José Sá ME'],
		],
	},
	{
		reason: 'another company',
		verdict: 'mismatch',
		pairs: [
			['Padaria Central', 'Padaria Central Dois'],
			['Padaria Central', 'Padaria Central 2'],
			['Loja 2 Centro', 'Loja 3 Centro'],
			['Loja Centro', 'Loja 2 Centro'],
			['Posto 12345', 'Posto 12346'],
			['Padaria Central Ltda', 'Padaria Nova Central Ltda'],
			['Padaria Central', 'Padaria Nova Central Ltda'],
			['Padaria Central Ltda', 'Mercado Central Ltda'],
			['J. C. Alimentos Ltda', 'J. G. Alimentos Ltda'],
			['Silva & Filhos', 'Silva'],
			['Padaria Central S.A.', 'Padaria Central Norte S.A.'],
		],
	},
	{
		// Two payees that cannot be told from one by their names: what remains, and is said of `close`.
		reason: 'two people whose names are close',
		verdict: 'close',
		pairs: [
			['Ana Souza', 'Ana Clara Souza'],
			['Ana Paula', 'ANA PAULA SA'],
			['João Moraes', 'João Morais'],
		],
	},
	{
		// One payee whom a person would recognize; it is refused all the same, for others are called so.
		reason: 'one person who is refused',
		verdict: 'mismatch',
		pairs: [
			['Ana Sousa', 'Ana Maria Souza'],
			['Ana Souza', 'Ana Souza Lima'],
			['Thais Lima', 'Taís Lima'],
			['Dr. João Silva', 'João Silva'],
			['João S. Filho', 'João Silva Filho'],
		],
	},
];
