import fc from 'fast-check';
import type { NameVerdict } from '../../../../nodes/Gmc/core/customers/expectedName';
import { compareNames, nameMatch } from '../../../../nodes/Gmc/core/customers/expectedName';

/** Names of Brazilian people and companies, by what is said of them; where it cannot be told, what is done all the same. */
const PAIRS: Record<NameVerdict, Array<[string, string]>> = {
	match: [
		// Writing: case, accents, blanks, Unicode
		['José da Conceição', 'JOSE DA CONCEICAO'],
		['Jo\u0061\u0303o Anto\u0302nio', 'João Antônio'],
		['  Ana\u00a0 Maria\tSouza\n', 'Ana Maria Souza'],
		['Ana So\u200buza', 'Ana Souza'],
		['Ａｎａ Souza', 'Ana Souza'],
		['Ana 😀 Souza', 'Ana Souza'],
		// Punctuation
		["Joana D'Ávila", 'JOANA DAVILA'],
		['Joana D’Ávila', "Joana D'avila"],
		['Carlos Souza Jr.', 'Carlos Souza Júnior'],
		['J. C. Comércio de Alimentos', 'JC Comércio de Alimentos'],
		['Silva & Filhos', 'Silva e Filhos'],
		// Particles, and the order of words
		['Antônio do Carmo das Neves', 'Antonio Carmo Neves'],
		['Pedro Souza e Silva', 'Pedro Souza Silva'],
		['Souza, Ana Maria', 'Ana Maria Souza'],
		['SOUZA ANA MARIA', 'Ana Maria Souza'],
		// Legal forms
		['J. C. Comércio de Alimentos Ltda - ME', 'J C COMERCIO DE ALIMENTOS'],
		['Padaria Central, Ltda.', 'PADARIA CENTRAL EIRELI'],
		['Mercado Bom Preço LIMITADA', 'Mercado Bom Preço EPP'],
		['Petrobras', 'Petrobras S.A.'],
		['João Carlos da Silva MEI', 'JOAO CARLOS DA SILVA'],
		// A MEI's number in its name
		['João Carlos da Silva 529.982.247-25', 'JOAO CARLOS DA SILVA 52998224725'],
		['João Carlos da Silva', 'JOAO CARLOS DA SILVA 52998224725 ME'],
		['João Carlos da Silva 52998224725', '12.345.678 JOAO CARLOS DA SILVA'],
		// The surname Sá
		['João Sá', 'JOAO SA'],
		['José Sá ME', 'JOSE SA'],
		['João de Sá', 'JOAO SA'],
		// Other scripts
		['王小明', '王小明'],
		['Иван Чайковский', 'ИВАН ЧАЙКОВСКИЙ'],
		['राम कुमार', 'राम कुमार'],
	],
	close: [
		// Middle names missing
		['Ana Souza', 'Ana Maria Souza'],
		['João Silva Jr', 'João Carlos Silva Júnior'],
		['João da Silva', 'JOAO CARLOS DA SILVA 52998224725'],
		// Middle names as initials
		['Souza, Ana M.', 'Ana Maria Souza'],
		['Ana Maria P. Souza', 'Ana M. Paula Souza'],
		// One letter off
		['Ana Sousa', 'Ana Souza'],
		['Ana Souzza', 'Ana Souza'],
		['Ana Oliveria', 'Ana Oliveira'],
		['Ana Maria Teixeria', 'Teixeira, Ana Maria'],
		['Padaria Centrall', 'Padaria Central Ltda'],
		["Rita Sant'Anna", 'Rita Santana'],
		// SA that may be a surname
		['Petrobras', 'PETROBRAS SA'],
		['Petrobras S/A', 'PETROBRAS SA'],
		// Two payees that cannot be told from one by their names: what remains, and is said of `close`.
		['Ana Paula', 'ANA PAULA SA'],
		['João Moraes', 'João Morais'],
	],
	mismatch: [
		// Another person
		['Ana Souza', 'Ana Silva'],
		['Luana Souza', 'Luiza Souza'],
		['Luana Souza', 'Luan Souza'],
		['Marcos Lima', 'Marcas Lima'],
		['Ana M. Souza', 'Ana Paula Souza'],
		['Ana Lima', 'Ana Lira'],
		['Ana Souza', 'Maria Ana Souza'],
		['Mario Souza', 'Maria Souza'],
		['Souza, Ana', 'Souza, Eva'],
		['राम', 'रमा'],
		['王小明', '王小红'],
		['João Carlos da Silva 52998224725', 'JOAO CARLOS DA SILVA 11144477735'],
		['12.345.678 João da Silva', '87.654.321 João da Silva'],
		// Father, son and grandson
		['João Silva Filho', 'João Silva'],
		['João Silva Júnior', 'João Silva'],
		['João Silva Filho', 'João Silva Neto'],
		['João Silva Filho', 'João Carlos Silva'],
		['Maria Silva Filho', 'Maria Silva Filha'],
		['João Filho', 'João Silva Filho'],
		['João Silva', 'João Silva II'],
		['João Silva Sobrinho', 'João Silva'],
		// Too little said
		['Maria', 'Maria Souza'],
		['A. Souza', 'Ana Souza'],
		['Ana S.', 'Ana Souza'],
		['Sousa', 'Souza'],
		['-', 'Ana Souza'],
		['...', '...'],
		['😀', '😁'],
		['Ana Souza', ''],
		['Ltda', 'Padaria Central Ltda'],
		['De', 'Da'],
		['Ana Paula', 'ANA PAULA DE SA'],
		['José', 'José Sá ME'],
		// Another company
		['Padaria Central', 'Padaria Central Dois'],
		['Loja 2 Centro', 'Loja 3 Centro'],
		['Loja 1 Centro', 'Loja 12 Centro'],
		['Posto 7 Estrelas', 'Posto 77 Estrelas'],
		['Loja 1 23', 'Loja 12 3'],
		['Loja Centro', 'Loja 2 Centro'],
		['Posto 12345', 'Posto 12346'],
		['Padaria Central', 'Padaria Nova Central Ltda'],
		['Padaria Central Ltda', 'Mercado Central Ltda'],
		['J. C. Alimentos Ltda', 'J. G. Alimentos Ltda'],
		['Silva & Filhos', 'Silva'],
		['Padaria Central S.A.', 'Padaria Central Norte S.A.'],
		// One payee whom a person would recognize; it is refused all the same, for others are called so.
		['Ana Sousa', 'Ana Maria Souza'],
		['Ana Souza', 'Ana Souza Lima'],
		['Dr. João Silva', 'João Silva'],
		['João S. Filho', 'João Silva Filho'],
	],
};

const pairs = Object.entries(PAIRS).flatMap(([verdict, all]) =>
	all.map(([one, other]) => [one, other, verdict]),
);

test.each(pairs)('%j and %j, either way round: %s', (one, other, verdict) => {
	expect([compareNames(one, other), compareNames(other, one)]).toEqual([verdict, verdict]);
});

test('a row whose Expected Name is empty asks for no check, any other is compared', () => {
	for (const empty of ['', '  ', '\n', '\u200b', '\u00a0']) {
		expect(nameMatch(empty, 'Ana Souza')).toBe('notChecked');
		expect(nameMatch(empty, undefined)).toBe('notChecked');
	}
	for (const name of [undefined, null, 7, {}, '']) {
		expect(nameMatch('Ana Souza', name)).toBe('mismatch');
	}
	expect(nameMatch('Ana Souza', 'ANA SOUZA')).toBe('match');
});

describe('of any names', () => {
	const SAID =
		'Ana João José Maria Souza Sousa Silva Conceição Teixeira Filho Luiza Luísa Ávila Lima';
	const words = fc.constantFrom(...SAID.split(' '));
	const others = fc.constantFrom(...'de e M. SA S.A. Ltda ME 52998224725 😀 , - 王'.split(' '));
	const texts = fc.oneof(
		fc.array(fc.oneof(words, others), { maxLength: 6 }).map((all) => all.join(' ')),
		fc.string({ unit: 'grapheme' }),
	);

	test('a name is itself, unless nothing is in it', () => {
		fc.assert(
			fc.property(texts, (text) => {
				const isName = /[\p{L}\p{N}]/u.test(text.normalize('NFKD'));
				expect(compareNames(text, text)).toBe(isName ? 'match' : 'mismatch');
			}),
		);
	});

	test('long ones take no time', () => {
		const long = `Ana ${'M. '.repeat(5_000)}Souza`;
		const startedAt = performance.now();
		expect(compareNames(long, `Ana ${'Maria '.repeat(5_000)}Souza`)).toBe('close');
		expect(compareNames(`${'s.'.repeat(20_000)}`, `${'s a '.repeat(20_000)}`)).toBe('mismatch');
		expect(performance.now() - startedAt).toBeLessThan(3_000);
	});
});
