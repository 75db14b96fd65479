const MAX_LENGTH = 200;

/**
 * Why a text cannot be an id of the service, undefined when it can. `.` and `..` name another path however
 * they are encoded (WHATWG URL), and half a surrogate pair cannot be encoded at all.
 */
export function idProblem(id: string): string | undefined {
	if (id.length > MAX_LENGTH) return 'the ID is too long';
	const isWhole = Buffer.from(id, 'utf8').toString('utf8') === id;
	if (!/^\.{1,2}$/.test(id) && isWhole) return undefined;
	return `${JSON.stringify(id.slice(0, 40))} is not an ID of GMC`;
}
