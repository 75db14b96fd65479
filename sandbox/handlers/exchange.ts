import type { ZodError, ZodTypeAny, output } from 'zod';
import { badRequest } from '../errors';
import type { User } from '../model';
import type { Service } from '../service';
import type { FaultAction } from '../state/faults';

/** A request of the API as handlers see it. Header names are in lower case. */
export interface Exchange {
	method: string;
	/** Method and path template. */
	route: string;
	path: string;
	params: Record<string, string>;
	query: Record<string, unknown>;
	headers: Record<string, string | string[] | undefined>;
	/** A fault that changes what the handler answers, if one has fired. */
	fault?: FaultAction;
	/** Undefined if there is no body, or if it is not JSON. */
	body: unknown;
}

/** An answer: a text is sent as it is, anything else as JSON. */
export interface Answer {
	status: number;
	body: unknown;
}

/** Does what an endpoint is for, after its headers were checked. @returns the body; throws ServiceError */
export type Handler = (service: Service, exchange: Exchange, user: User) => unknown;

/** What is wrong with a value, in one line: `amount: Required; currency: Invalid enum value…`. */
export function issuesOf(error: ZodError): string {
	return error.issues
		.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
		.join('; ');
}

/** Parses a part of a request, or throws 400 (service.md 7.1: invalid data) with all that is wrong. */
export function parsed<T extends ZodTypeAny>(schema: T, value: unknown, code: string): output<T> {
	const result = schema.safeParse(value);
	if (!result.success) throw badRequest(code, issuesOf(result.error));
	return result.data as output<T>;
}
