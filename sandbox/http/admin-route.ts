import type { ZodTypeAny, output } from 'zod';
import type { Service } from '../service';

/** The prefix of the administration. */
export const ADMIN_PREFIX = '/_sandbox';

/** A request to the administration. */
export interface AdminRequest {
	params: Record<string, string>;
	/** Parses the JSON body; `{}` if there is none. */
	body<T extends ZodTypeAny>(schema: T): output<T>;
	query<T extends ZodTypeAny>(schema: T): output<T>;
}

/** One thing that `/_sandbox` does. */
export interface AdminRoute {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	/** What it does, for the index page. */
	summary: string;
	/** What it answers as JSON with 200; errors become 4xx with `{ error }`. */
	run(service: Service, request: AdminRequest): unknown;
}

export const route = (
	method: AdminRoute['method'],
	path: string,
	summary: string,
	run: AdminRoute['run'],
): AdminRoute => ({ method, path, summary, run });

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
