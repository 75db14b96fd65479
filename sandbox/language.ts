/** The languages of the sandbox's page and of the demo. */
export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a person whose system speaks `locale`; the system's own without one (`LANG` and the like). */
export function languageOf(locale = Intl.DateTimeFormat().resolvedOptions().locale): Language {
	return /^pt\b/i.test(locale) ? 'pt-BR' : 'en';
}
