import { BETWEEN_LANGUAGES } from '../../nodes/Gmc/shared/bothLanguages';
import { PORTUGUESE } from './portuguese';

/** The languages of the reference. */
export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the tables say beside what the nodes' descriptions say. */
interface Words {
	field: string;
	option: string;
	operation: string;
	/** What n8n's list of nodes and actions calls it. */
	inTheList: string;
	value: string;
	name: string;
	default: string;
	leftOut: string;
	comesAs: string;
	meaning: string;
	on: string;
	off: string;
	/** What an option stands for that is left out, where that is not what it comes as. */
	without: Record<Without, string>;
}

type Without = 'foundOut' | 'none' | 'noFilter' | 'unchanged';

export const WORDS: Record<Language, Words> = {
	en: {
		field: 'Field',
		option: 'Option',
		operation: 'Operation',
		value: 'Value',
		name: 'Name',
		default: 'Default',
		leftOut: 'Left out',
		comesAs: 'Comes as',
		meaning: 'Meaning',
		on: 'on',
		off: 'off',
		inTheList: 'In the list of actions',
		without: {
			foundOut: 'found out',
			none: 'none',
			noFilter: 'no filter',
			unchanged: 'stays as it is',
		},
	},
	'pt-BR': {
		field: 'Campo',
		option: 'Opção',
		operation: 'Operação',
		value: 'Valor',
		name: 'Nome',
		default: 'Padrão',
		leftOut: 'Sem ela',
		comesAs: 'Ao incluir',
		meaning: 'Significado',
		on: 'ligado',
		off: 'desligado',
		inTheList: 'Na lista de ações',
		without: {
			foundOut: 'automático',
			none: 'nenhum',
			noFilter: 'sem filtro',
			unchanged: 'fica como está',
		},
	},
};

/** Options that mean no value where they are left out, but one of the words above. */
export const LEFT_OUT_IN_WORDS: Record<string, Without> = {
	concurrency: 'foundOut',
	maxAmount: 'none',
	maxTotal: 'none',
	maxPerDay: 'none',
	customer: 'noFilter',
	initialDate: 'noFilter',
	finalDate: 'noFilter',
	status: 'noFilter',
	search: 'noFilter',
	minimumAmount: 'none',
	taxId: 'unchanged',
	name: 'unchanged',
	email: 'unchanged',
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
