import type { ZodTypeAny, output } from 'zod';
import type { Service } from '../service';

/** Where everything of the sandbox's own lives, off the API prefix. */
export const ADMIN_PREFIX = '/_sandbox';

/** What was asked of `/_sandbox`. */
export interface AdminRequest {
	params: Record<string, string>;
	/** Parses the JSON body; a missing one counts as `{}`. */
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

/** Puts a route together, so that a list of them reads like a table. */
export const route = (
	method: AdminRoute['method'],
	path: string,
	summary: string,
	run: AdminRoute['run'],
): AdminRoute => ({ method, path, summary, run });
