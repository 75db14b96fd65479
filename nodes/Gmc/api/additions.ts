import type { AdditionRequest } from '../core/additions/additionRequest';
import { GmcRequestError, unreadableFailure } from '../core/service/failure';
import type { Addition, AdditionList } from './schemas';
import { readAddition, readAdditionList } from './schemas';
import type { GmcTransport } from './transport';
import { pathOf } from './transport';

/**
 * POST /transactions/add-balance (spec 4.2). Sent once, never again.
 *
 * @throws GmcRequestError whose `proof` tells whether the addition may exist
 */
export async function issueAddition(
	transport: GmcTransport,
	{ amount, customerIdentifier, currency }: AdditionRequest,
): Promise<Addition> {
	const { statusCode, body } = await transport.send({
		operation: 'issueAddition',
		method: 'POST',
		path: '/transactions/add-balance',
		body: { amount, customerIdentifier, currency },
	});
	const addition = readAddition(body);
	if (addition !== undefined) return addition;
	throw new GmcRequestError(
		'issueAddition',
		unreadableFailure(statusCode, 'GMC answered without the id of the addition'),
	);
}

/** GET /transactions/add-balance/{id} (spec 4.4). */
export async function getAddition(transport: GmcTransport, additionId: string): Promise<Addition> {
	const { statusCode, body } = await transport.send({
		operation: 'getAddition',
		method: 'GET',
		path: pathOf`/transactions/add-balance/${additionId}`,
	});
	const addition = readAddition(body);
	if (addition !== undefined) return addition;
	throw new GmcRequestError(
		'getAddition',
		unreadableFailure(statusCode, "GMC's answer could not be read"),
	);
}

/**
 * GET /transactions/add-balance/all (spec 4.3): one answer, no paging. Order, and whether the bounds are
 * inclusive, are not shown.
 *
 * @param period days as `YYYY-MM-DD`, in the service's own time zone; either may be missing
 */
export async function listAdditions(
	transport: GmcTransport,
	period: { initialDate?: string; finalDate?: string } = {},
): Promise<AdditionList> {
	const query = Object.fromEntries(Object.entries(period).filter(([, day]) => day !== undefined));
	const { statusCode, body } = await transport.send({
		operation: 'listAdditions',
		method: 'GET',
		path: '/transactions/add-balance/all',
		query,
	});
	const list = readAdditionList(body);
	if (list !== undefined) return list;
	throw new GmcRequestError(
		'listAdditions',
		unreadableFailure(statusCode, "GMC's list of additions could not be read"),
	);
}
