/** A refusal of the service. Statuses: spec 7; values of `code`: assumed (spec 7.4 shows none). */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
	) {
		super(message);
		this.name = 'ServiceError';
	}

	/** Body of spec 2.9: UnauthorizedError for 401, ApiError for the rest. */
	body(path: string): Record<string, unknown> {
		if (this.status === 401) return { statusCode: 401, message: this.message };
		return { statusCode: this.status, path, code: this.code, message: this.message };
	}
}

/** 401 for token, secret-key, Origin or login (spec 7). */
export const unauthorized = (message: string) => new ServiceError(401, 'UNAUTHORIZED', message);

/** 400 for a body, a query or an amount (spec 7). */
export const badRequest = (code: string, message: string) => new ServiceError(400, code, message);
