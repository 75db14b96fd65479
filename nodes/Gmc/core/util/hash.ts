import { createHash } from 'crypto';

/**
 * A short hash of a text, the same in every process: the start of its SHA-256 in Base64.
 *
 * @param length characters, of 6 bits each
 */
export function hashOf(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64').slice(0, length);
}
