import { BETWEEN_LANGUAGES } from '../../nodes/Gmc/shared/bothLanguages';
import { PORTUGUESE } from './portuguese';

/** The languages of the reference. */
export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where the reference is, by its language. */
export const PAGES: Record<Language, string> = {
	en: 'docs/reference.md',
	'pt-BR': 'docs/pt-BR/reference.md',
};

/** What the tables say beside what the nodes' descriptions say. */
interface Words {
	field: string;
	operation: string;
	meaning: string;
	default: string;
	on: string;
	elsewhere: string;
	/** Anchors of the hand-written sections that describe a field by themselves, by its name. */
	sections: Record<string, string>;
}

export const WORDS: Record<Language, Words> = {
	en: {
		field: 'Field',
		operation: 'Operation',
		meaning: 'Meaning',
		default: 'Default',
		on: 'on',
		elsewhere: 'Described elsewhere',
		sections: { amountFormat: 'amounts', taxIdFormat: 'customers-and-tax-ids' },
	},
	'pt-BR': {
		field: 'Campo',
		operation: 'Operação',
		meaning: 'Significado',
		default: 'Padrão',
		on: 'ligado',
		elsewhere: 'Descritos em outra parte',
		sections: { amountFormat: 'valores', taxIdFormat: 'clientes-e-documentos' },
	},
};

/** A description of the nodes in a language; it may have both. @throws Error when there is no Portuguese for it */
export function inLanguage(description: string, language: Language): string {
	const [english, beside] = description.split(BETWEEN_LANGUAGES);
	if (language === 'en' || english === '') return english;
	if (beside !== undefined) return beside;
	const portuguese = PORTUGUESE[english];
	if (portuguese === undefined)
		throw new Error(`scripts/reference/portuguese.ts lacks the Portuguese of:\n${english}`);
	return portuguese;
}
