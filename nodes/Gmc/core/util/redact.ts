/** Shorter ones are part of many a word; a secret that short keeps nobody out. */
const SHORTEST_SECRET = 4;

/**
 * A text of the service without the secrets that were sent to it: an error page may well repeat the request.
 *
 * @param secrets passwords, keys and tokens; undefined and empty ones are passed over
 */
export function withoutSecrets(text: string, secrets: Array<string | undefined>): string {
	return secrets
		.filter((secret): secret is string => (secret?.length ?? 0) >= SHORTEST_SECRET)
		.sort((one, other) => other.length - one.length)
		.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
}
