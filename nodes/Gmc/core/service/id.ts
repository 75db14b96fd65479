import type { Code } from '../codes';
import { InputError } from '../util/inputError';

const MAX_LENGTH = 200;

/**
 * Checks an id that becomes part of a path. `.` and `..` name another path even if they are encoded (WHATWG URL), and
 * half a surrogate pair cannot be encoded.
 *
 * @throws InputError
 */
export function checkedId(id: string, code: Code = 'FIELD_INVALID'): string {
	if (id.length > MAX_LENGTH) throw new InputError({ message: 'the ID is too long', code });
	const isWhole = Buffer.from(id, 'utf8').toString('utf8') === id;
	if (!/^\.{1,2}$/.test(id) && isWhole) return id;
	const shown = JSON.stringify(id.slice(0, 40));
	throw new InputError({ message: `${shown} is not an ID of GMC`, code });
}
