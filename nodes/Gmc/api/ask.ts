import { GmcRequestError, unreadableFailure } from '../core/service/failure';
import type { GmcRequest } from './request';
import type { GmcTransport } from './transport';

/** How to read the answer to a request. */
export interface AnswerReader<T> {
	/**
	 * @param secrets that were sent, in case the answer repeats them
	 * @returns undefined if the body is not an answer to this operation
	 */
	read: (body: unknown, secrets: string[]) => T | undefined | Promise<T | undefined>;
	/** What to tell the user then. */
	unreadable: string;
}

/**
 * Sends a request and reads its answer.
 *
 * @throws GmcRequestError as `GmcTransport.send` does, and for a 2xx that cannot be read, which proves nothing about a
 *   write
 */
export async function ask<T>(
	transport: GmcTransport,
	request: GmcRequest,
	{ read, unreadable }: AnswerReader<T>,
): Promise<T> {
	const { statusCode, body, secrets } = await transport.send(request);
	const answer = await read(body, secrets);
	if (answer !== undefined) return answer;
	throw new GmcRequestError(request.operation, unreadableFailure(statusCode, unreadable));
}
