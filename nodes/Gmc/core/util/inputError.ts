/** A row that cannot be sent as it is; nothing was asked of the service about it. */
export class InputError extends Error {
	constructor(
		message: string,
		/** What to do about it. */
		readonly description: string = '',
	) {
		super(message);
		this.name = 'InputError';
	}
}
