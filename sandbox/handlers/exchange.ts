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

/** An answer: `body` is sent as JSON, or as plain text when `plainText` is set. */
export interface Answer {
	status: number;
	body: unknown;
	plainText?: boolean;
	/** The addition that the handler has made. */
	committedAdditionId?: string;
}

/** Answers an endpoint after its headers were checked. Throws ServiceError. */
export type Handler = (service: Service, exchange: Exchange, user: User) => Answer;

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
