import { en } from './en';
import type { Texts } from './message';
import { ptBR } from './pt-BR';

/** The values of Language in the credential (reference.md "Credential"). */
const LANGUAGES: Record<string, Texts> = { en, 'pt-BR': ptBR };

/** @param language what the credential says; one saved before there was a choice says nothing, and means English */
export function textsIn(language: unknown): Texts {
	return typeof language === 'string' && Object.hasOwn(LANGUAGES, language)
		? LANGUAGES[language]
		: en;
}
