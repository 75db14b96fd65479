import { isRecord } from './record';

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

/**
 * Finds the access token in a login's answer, whose shape is not documented (service.md 4.1, reference.md "Credential").
 *
 * @param body the parsed JSON, or the text if it is none
 * @param tokenField the only dot path to read, or empty to search
 * @returns the token without a leading `Bearer `, and its path; or the keys (never values) of the answer
 */
export function findToken(body: unknown, tokenField: string): FoundToken | { keys: string[] } {
	const path = tokenField.trim();
	const found = path || typeof body === 'string' ? tokenAt(body, path) : searchToken(body);
	return found ?? { keys: keyPaths(body).slice(0, 20) };
}

function tokenAt(body: unknown, path: string): FoundToken | undefined {
	const token = asToken(path ? valueAt(body, path) : body);
	return token === undefined ? undefined : { token, path };
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

/** Breadth first for each key, so that a better key wins over a shallower place. */
function searchToken(body: unknown): FoundToken | undefined {
	const depthOf = ({ keys }: Candidate) => keys.length;
	const [found] = tokenCandidates(body, []).sort(
		(a, b) => a.rank - b.rank || depthOf(a) - depthOf(b),
	);
	return found && { token: found.token, path: found.keys.join('.') };
}

interface Candidate {
	token: string;
	rank: number;
	keys: string[];
}

function tokenCandidates(value: unknown, above: string[]): Candidate[] {
	if (typeof value !== 'object' || value === null || above.length > MAX_DEPTH) return [];
	return Object.entries(value).flatMap(([key, child]) => {
		if (/refresh/i.test(key)) return [];
		const keys = [...above, key];
		const rank = TOKEN_KEYS.indexOf(keyName(key));
		const token = rank < 0 ? undefined : asToken(child);
		return token === undefined ? tokenCandidates(child, keys) : [{ token, rank, keys }];
	});
}

/** A field name. Anything else may be a value: a body that was parsed as a form, sessions keyed by their tokens. */
const NAME = /^[a-z_$][\w$-]{0,29}$/i;

function keyPaths(value: unknown, prefix = '', depth = 0): string[] {
	if (!isRecord(value) || depth > MAX_DEPTH) return [];
	return Object.entries(value).flatMap(([key, child]) => {
		const path = prefix + (NAME.test(key) ? key : '…');
		const below = keyPaths(child, `${path}.`, depth + 1);
		return below.length > 0 ? below : [path];
	});
}
