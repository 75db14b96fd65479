const REPLACED: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/**
 * A text for the places where n8n's editor renders HTML: hints, the descriptions of errors, and their messages in the
 * notice of a failed execution (n8n.md E18). The same message is plain text elsewhere, so an ampersand stays as it is
 * unless HTML would read more into it.
 */
export const asHtml = (text: string): string =>
	text.replace(/[<>]|&(?=#?\w+;)/g, (character) => REPLACED[character]);
