// Letters of a file that was read with another encoding than its own.

/**
 * UTF-8 that was read as Latin-1 or Windows-1252, and letters that were lost. U+00C3 ends words in capitals, so a quotation
 * mark counts only inside a word, and a blank or a dash never.
 */
const WRONG =
	/\u00c3(?:[\u0080-\u009f\u00a1-\u00ba\u00bc-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|[‘’“”](?=\p{L}))|\u00c2[\u0080-\u00bf]|\ufffd/u;
const LONGEST_LOOKED_AT = 1000;

export const hasWrongLetters = (text: unknown): boolean =>
	typeof text === 'string' && WRONG.test(text.slice(0, LONGEST_LOOKED_AT));

/** What stands between the wrong letters. */
export const rightParts = (text: string): string[] => text.split(WRONG);

export const WRONG_LETTERS =
	'Letters are wrong, because the file was read with another encoding than it has. Save it as CSV UTF-8, or set Encoding in Extract from File, such as UTF-8 or Latin1.';

/** The mark at the beginning of a UTF-8 file, read as Latin-1. */
export const withoutMisreadMark = (text: string): string => text.replace(/^\u00ef\u00bb\u00bf/, '');
