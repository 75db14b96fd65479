import { withoutSecretWords } from '../core/additions/words';
import type { AdditionRequest } from '../core/additions/additionRequest';
import { runPool } from '../core/pace/pool';
import { GmcRequestError } from '../core/service/failure';
import type { Addition } from '../core/service/record';
import type { AdditionList } from './schemas';
import { readAddition, readAdditionList } from './schemas';
import type { GmcTransport } from './transport';
import type { GmcRequest } from './exchange';
import { pathOf } from './exchange';

/**
 * POST /transactions/add-balance (service.md 4.2). Sent twice at most (CONTRIBUTING M2); see `GmcTransport`.
 *
 * @param leaveBy epoch milliseconds after which it is not sent any more
 * @throws GmcRequestError whose `proof` tells whether the addition may exist
 */
export async function issueAddition(
	transport: GmcTransport,
	{ amount, customerIdentifier, currency }: AdditionRequest,
	leaveBy?: number,
): Promise<Addition> {
	const body = { amount, customerIdentifier, currency };
	const path = '/transactions/add-balance';
	return await transport.ask(
		{ operation: 'issueAddition', method: 'POST', path, body, leaveBy },
		readWithoutSecrets,
		'GMC answered without the ID of the top-up',
	);
}

/**
 * GET /transactions/add-balance/{id} (service.md 4.4).
 *
 * @throws GmcRequestError, also for an answer with another addition, from a cache or a wrong route
 */
export async function getAddition(
	transport: GmcTransport,
	additionId: string,
	{ isAskedAgain }: Pick<GmcRequest, 'isAskedAgain'> = {},
): Promise<Addition> {
	const path = pathOf`/transactions/add-balance/${additionId}`;
	return await transport.ask(
		{ operation: 'getAddition', method: 'GET', path, isAskedAgain },
		(body, secrets) => {
			const addition = readWithoutSecrets(body, secrets);
			// In GMC's examples, ids are hexadecimal, which users may write in capitals (assumed).
			return addition?._id.toLowerCase() === additionId.toLowerCase() ? addition : undefined;
		},
		'GMC answered with something else',
	);
}

/** The status codes by which GMC says that it has no such addition (service.md 4.4). A proxy's 404 says nothing. */
const NO_SUCH_ADDITION = [404, 417];

/** The same, undefined if GMC answers that it has none, or not yet. @throws GmcRequestError if it does not say so */
export async function findAddition(
	...asked: Parameters<typeof getAddition>
): Promise<Addition | undefined> {
	return await getAddition(...asked).catch((error: unknown) => {
		const { proof, statusCode = 0 } = error instanceof GmcRequestError ? error.failure : {};
		if (proof === 'refused' && NO_SUCH_ADDITION.includes(statusCode)) return undefined;
		throw error;
	});
}

/** More additions than these are taken from one list instead of being asked for one by one. */
export const MAX_LOOKUPS = 20;
const LOOKUPS_AT_ONCE = 4;

/**
 * Looks up additions, one request each.
 *
 * @returns those that GMC shows, by id, and whether it has answered about all of them
 */
export async function findAdditions(
	transport: GmcTransport,
	ids: string[],
): Promise<{ found: Map<string, Addition>; isAnswered: boolean }> {
	const found = new Map<string, Addition>();
	let isAnswered = true;
	const lookUp = async (id: string) => {
		const addition = await findAddition(transport, id).catch(() => void (isAnswered = false));
		if (addition) found.set(id, addition);
	};
	await runPool(ids, () => LOOKUPS_AT_ONCE, lookUp);
	return { found, isAnswered };
}

/**
 * GET /transactions/add-balance/all (service.md 4.3): one answer, no paging. Its order, and whether it includes the last
 * day, are not shown.
 *
 * @param period days as `YYYY-MM-DD`, in GMC's time zone; both optional
 * @throws GmcRequestError
 */
export async function listAdditions(
	transport: GmcTransport,
	period: { initialDate?: string; finalDate?: string } = {},
): Promise<AdditionList> {
	const path = '/transactions/add-balance/all';
	return await transport.ask(
		{ operation: 'listAdditions', method: 'GET', path, query: period },
		(body, secrets) => {
			const list = readAdditionList(body);
			return list && { ...list, additions: list.additions.map(withoutSecretWords(secrets)) };
		},
		"GMC's list of top-ups could not be read",
	);
}

function readWithoutSecrets(body: unknown, secrets: string[]): Addition | undefined {
	const addition = readAddition(body);
	return addition && withoutSecretWords(secrets)(addition);
}
