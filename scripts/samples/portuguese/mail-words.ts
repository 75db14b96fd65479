import type { Phrase } from './phrase';

/** Comments of the code that all samples with an e-mail share. */
export const MONEY: Phrase[] = [
	[
		'// Money (the same code wherever a sample counts it): sums of whole units of 10^-18, never of fractions, which do not add up.',
		'// Dinheiro (o mesmo código onde um exemplo soma): somas de unidades inteiras de 10^-18, nunca de frações, que não fecham.',
	],
	[
		'// A text such as 1.234 can be read in two ways, and is not read.',
		'// Um texto como 1.234 pode ser lido de duas maneiras, e não é lido.',
	],
	['// 2026-10-31 09:05:00 as 31/10/2026 09:05.', '// 2026-10-31 09:05:00 como 31/10/2026 09:05.'],
	['// End of money.', '// Fim do dinheiro.'],
];

export const DRESS: Phrase[] = [
	[
		'// The dress (the same code in every e-mail): tables and styles of their own only, which is what mail programs leave.',
		'// A aparência (o mesmo código em todo e-mail): só tabelas e estilos próprios, que é o que os programas de e-mail mantêm.',
	],
	[
		'// What comes from elsewhere stays text, whatever stands in it.',
		'// O que vem de fora continua texto, seja qual for o conteúdo.',
	],
	[
		'// Gmail cuts an e-mail off beyond 102 kB: rows that find no room are counted.',
		'// O Gmail corta um e-mail acima de 102 kB: as linhas que não cabem são contadas.',
	],
	['// End of the dress.', '// Fim da aparência.'],
];
