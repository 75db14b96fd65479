const MAX_LENGTH = 200;

/**
 * Checks an id that becomes part of a path. `.` and `..` name another path even if they are encoded (WHATWG URL), and
 * half a surrogate pair cannot be encoded.
 *
 * @returns the problem, or undefined
 */
export function idProblem(id: string): string | undefined {
	if (id.length > MAX_LENGTH) return 'the ID is too long';
	const isWhole = Buffer.from(id, 'utf8').toString('utf8') === id;
	if (!/^\.{1,2}$/.test(id) && isWhole) return undefined;
	return `${JSON.stringify(id.slice(0, 40))} is not an ID of GMC`;
}
