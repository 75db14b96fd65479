import type { ZodTypeAny, output } from 'zod';

/** A refusal of the service. Statuses: service.md 7; values of `code`: assumed (service.md 2.9). */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		/** The status line, if it says something else than the body. */
		readonly sentAs = status,
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

/** Parses what somebody has sent, or throws 400 (service.md 7.1: invalid data) with all that is wrong, in one line. */
export function parsed<T extends ZodTypeAny>(schema: T, value: unknown, code: string): output<T> {
	const { data, error } = schema.safeParse(value);
	if (error === undefined) return data as output<T>;
	const issues = error.issues.map(({ path, message }) =>
		path.length > 0 ? `${path.join('.')}: ${message}` : message,
	);
	throw badRequest(code, issues.join('; '));
}
