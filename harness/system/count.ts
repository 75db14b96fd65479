/** @throws Error in the words of a user, unless the text that an option was given is a whole number above zero */
export function readCount(option: string, text: string): number {
	const count = Number(text);
	if (Number.isInteger(count) && count > 0) return count;
	throw new Error(`--${option} takes a whole number above zero, not "${text}".`);
}
