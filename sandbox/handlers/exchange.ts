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
	headers: Record<string, string | undefined>;
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
