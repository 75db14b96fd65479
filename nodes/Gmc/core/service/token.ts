export interface FoundToken {
	token: string;
	/** Its dot path, empty for a plain text. */
	path: string;
}

/** Keys of an access token, best first. Case, `_` and `-` do not matter. */
const TOKEN_KEYS = [
	'accesstoken',
	'token',
	'jwt',
	'authtoken',
	'jwttoken',
	'bearertoken',
	'bearer',
];
const MAX_DEPTH = 5;
/** A token as RFC 6750, section 2.1, allows it after `Bearer `. */
const TOKEN_SYNTAX = /^[\w\-.~+/=|:]+$/;

/** A field name. Anything else may be a value: a body that was parsed as a form, sessions keyed by their tokens. */
const NAME = /^[a-z_$][\w$-]{0,29}$/i;

/**
 * Finds the access token in a login's answer, whose shape is not documented (service.md 4.1, reference.md "Credential").
 *
 * @param body the parsed JSON, or the text if it is none
 * @param tokenField the only dot path to read, or empty to search
 * @returns the token without a leading `Bearer `, and its path; or the keys (never values) of the answer
 */
export function findToken(body: unknown, tokenField: string): FoundToken | { keys: string[] } {
	const wanted = tokenField.trim();
	const leaves = leavesOf(body);
	const candidates = leaves.flatMap(({ keys, value }) => {
		const path = keys.join('.');
		const rank = rankOf(keys);
		const isMeant = wanted === '' ? rank >= 0 : path === wanted;
		const token = isMeant ? asToken(value) : undefined;
		return token === undefined ? [] : [{ found: { token, path }, rank, depth: keys.length }];
	});
	// A better key wins over a shallower place.
	const [best] = candidates.sort((a, b) => a.rank - b.rank || a.depth - b.depth);
	if (best !== undefined) return best.found;
	const shown = leaves.map(({ keys }) => keys.map((key) => (NAME.test(key) ? key : '…')).join('.'));
	return { keys: shown.filter(Boolean).slice(0, 20) };
}

/** A value of an answer that has no keys of its own. */
interface Leaf {
	/** Those that lead to it. */
	keys: string[];
	value: unknown;
}

function leavesOf(value: unknown, keys: string[] = []): Leaf[] {
	const isInner = typeof value === 'object' && value !== null && keys.length <= MAX_DEPTH;
	const inner = isInner ? Object.entries(value) : [];
	if (inner.length === 0) return [{ keys, value }];
	return inner.flatMap(([key, child]) => leavesOf(child, [...keys, key]));
}

/** How good the keys of a value are for an access token, from 0. Negative if it is none, such as a refresh token. */
function rankOf(keys: string[]): number {
	if (keys.some((key) => /refresh/i.test(key))) return -1;
	const last = keys.at(-1);
	return last === undefined ? 0 : TOKEN_KEYS.indexOf(last.toLowerCase().replace(/[_-]/g, ''));
}

function asToken(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const token = value
		.trim()
		.replace(/^"(.*)"$/, '$1')
		.replace(/^Bearer\s+/i, '')
		.trim();
	return token.length >= 8 && TOKEN_SYNTAX.test(token) ? token : undefined;
}
