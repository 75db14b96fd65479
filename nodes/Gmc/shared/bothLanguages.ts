/** n8n shows descriptions as HTML. */
export const BETWEEN_LANGUAGES = '<br>';

/**
 * A description in both languages, one below the other: n8n shows it in one language to everyone (n8n.md L9). Of an
 * option that is chosen n8n shows two lines, so each language has one.
 */
export const inBoth = (english: string, portuguese: string): string =>
	`${english}${BETWEEN_LANGUAGES}${portuguese}`;

/** The same for a notice, in which n8n leaves of HTML links and lists only. */
export const noticeInBoth = (english: string, portuguese: string): string =>
	`<ul><li>${english}</li><li>${portuguese}</li></ul>`;
