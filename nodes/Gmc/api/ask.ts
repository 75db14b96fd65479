import { GmcRequestError, unreadableFailure } from '../core/service/failure';
import type { GmcRequest } from './request';
import type { GmcTransport } from './transport';

const UNREADABLE = {
	additions: "GMC's list of additions could not be read",
	customers: "GMC's list of customers could not be read",
	thisAddition: 'GMC answered with something else',
	noAdditionId: 'GMC answered without the id of the addition',
	noNewCustomer: 'GMC answered with something else than the new customer',
};

/** Names what could not be read, in the catalogue. */
type Unreadable = keyof typeof UNREADABLE;

/** How the answer to a request is understood. */
export interface AnswerReader<T> {
	/**
	 * @param secrets that were sent, should the answer repeat them
	 * @returns what the body says; undefined when it is not what the operation answers with
	 */
	read: (body: unknown, secrets: string[]) => T | undefined | Promise<T | undefined>;
	/** What to tell the user then. */
	unreadable: Unreadable;
}

/**
 * Sends a request and reads its answer.
 *
 * @throws GmcRequestError as `GmcTransport.send` does, and for a 2xx that cannot be read; that one proves
 *   nothing about a write
 */
export async function ask<T>(
	transport: GmcTransport,
	request: GmcRequest,
	{ read, unreadable }: AnswerReader<T>,
): Promise<T> {
	const { statusCode, body, secrets } = await transport.send(request);
	const answer = await read(body, secrets);
	if (answer !== undefined) return answer;
	const own = UNREADABLE[unreadable];
	throw new GmcRequestError(request.operation, unreadableFailure(statusCode, own));
}
