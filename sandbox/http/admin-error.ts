/** A request to `/_sandbox` that cannot be done; `status` is that of the answer. */
export class AdminError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
		this.name = 'AdminError';
	}
}
