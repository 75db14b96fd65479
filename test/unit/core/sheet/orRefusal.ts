import { InputError } from '../../../../nodes/Gmc/core/util/inputError';

/** What is read, or why it is refused. Any other error fails the test. */
export function orRefusal<T>(read: () => T): T | InputError {
	try {
		return read();
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		return error as InputError;
	}
}
