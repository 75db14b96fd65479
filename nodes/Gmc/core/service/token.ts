import { isRecord } from './record';

export type TokenSearch = { token: string } | { keys: string[] };

/** Spellings of an access token's key, best first; compared without case, `_` and `-`. */
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
/** What may stand in a header after `Bearer ` (RFC 6750, section 2.1). */
const TOKEN_SYNTAX = /^[\w\-.~+/=|:]+$/;

/**
 * Finds the access token in a login's answer, whose shape is not documented (service.md 4.1, README "Credential").
 *
 * @param body the parsed JSON, or the text when the answer was no JSON
 * @param tokenField dot path to look at, and nowhere else; empty means: find it
 * @returns the token without a leading `Bearer `, or the keys (never values) that came instead
 */
export function findToken(body: unknown, tokenField: string): TokenSearch {
	const path = tokenField.trim();
	const token = path ? asToken(valueAt(body, path)) : (asToken(body) ?? searchToken(body));
	return token === undefined ? { keys: keyPaths(body).slice(0, 20) } : { token };
}

function valueAt(body: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value !== null && Object.hasOwn(value, key)
					? (value as Record<string, unknown>)[key]
					: undefined,
			body,
		);
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

const keyName = (key: string): string => key.toLowerCase().replace(/[_-]/g, '');

/** Breadth first for each spelling, so that a better spelling wins over a shallower place. */
function searchToken(body: unknown): string | undefined {
	const found = tokenCandidates(body, 0).sort((a, b) => a.rank - b.rank || a.depth - b.depth);
	return found[0]?.token;
}

function tokenCandidates(
	value: unknown,
	depth: number,
): Array<{ token: string; rank: number; depth: number }> {
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
	return Object.entries(value).flatMap(([key, child]) => {
		if (/refresh/i.test(key)) return [];
		const rank = TOKEN_KEYS.indexOf(keyName(key));
		const token = rank < 0 ? undefined : asToken(child);
		return token === undefined ? tokenCandidates(child, depth + 1) : [{ token, rank, depth }];
	});
}

function keyPaths(value: unknown, prefix = '', depth = 0): string[] {
	if (!isRecord(value) || depth > MAX_DEPTH) return [];
	return Object.entries(value).flatMap(([key, child]) => {
		const path = prefix + key.slice(0, 40);
		const below = keyPaths(child, `${path}.`, depth + 1);
		return below.length > 0 ? below : [path];
	});
}
