/** A refusal of the service. Statuses: service.md 7; values of `code`: assumed (service.md 2.9). */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
	) {
		super(message);
		this.name = 'ServiceError';
	}

	/** Its body (service.md 2.9): UnauthorizedError for 401, ApiError for the rest. */
	body(path: string): Record<string, unknown> {
		if (this.status === 401) return { statusCode: 401, message: this.message };
		return { statusCode: this.status, path, code: this.code, message: this.message };
	}
}

/** 401 for token, secret-key, Origin or login (service.md 7). */
export const unauthorized = (message: string) => new ServiceError(401, 'UNAUTHORIZED', message);

/** 400 for a body, a query or an amount (service.md 7). */
export const badRequest = (code: string, message: string) => new ServiceError(400, code, message);
