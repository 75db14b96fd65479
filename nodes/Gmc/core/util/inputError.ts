/** What the user has to correct or to look into, in a row or in the settings. No request has failed. */
export class InputError extends Error {
	constructor(
		message: string,
		/** What to do about it. */
		readonly description: string = '',
		/** For workflows that decide by it: `details.code`. */
		readonly code?: string,
	) {
		super(message);
		this.name = 'InputError';
	}
}
