import { withoutSecretWords } from '../core/additions/secretWords';
import type { AdditionRequest } from '../core/additions/additionRequest';
import { runPool } from '../core/pace/pool';
import { GmcRequestError } from '../core/service/failure';
import type { Addition } from '../core/service/record';
import type { AdditionList } from './schemas';
import { readAddition, readAdditionList, isIncomplete } from './schemas';
import type { GmcTransport } from './transport';
import type { GmcRequest } from './exchange';
import { pathOf } from './exchange';
import type { Period } from '../core/time/time';
import { addDays, daysBetween, utcDay } from '../core/time/time';

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
		{ operation: 'getAddition', method: 'GET', ...path, isAskedAgain },
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
/** After so many failures in a row, GMC is not asked any more. */
const MAX_FAILURES = 4;

/**
 * Looks up additions, one request each. One that always fails does not keep GMC from being asked about the others.
 *
 * @returns those that GMC shows, by id, and whether it has answered about all of them
 */
export async function findAdditions(
	transport: GmcTransport,
	ids: string[],
): Promise<{ found: Map<string, Addition>; isAnswered: boolean }> {
	const found = new Map<string, Addition>();
	let isAnswered = true;
	let failures = 0;
	const lookUp = async (id: string) => {
		try {
			const addition = await findAddition(transport, id);
			if (addition) found.set(id, addition);
			failures = 0;
		} catch {
			failures++;
			isAnswered = false;
		}
	};
	const isDown = () => failures >= MAX_FAILURES;
	await runPool(ids, () => LOOKUPS_AT_ONCE, lookUp, isDown);
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

/** After this many requests, a list counts as incomplete. */
const MAX_REQUESTS = 64;

export interface WholeList {
	additions: Addition[];
	/** False if GMC counts more than it lists, even for a single day. */
	isWhole: boolean;
	/** The periods that stay incomplete. */
	incompletePeriods: Period[];
}

/**
 * Lists everything from a day on: one request, unless GMC counts more than it lists (service.md 2.1). Then the period is
 * split by date until each part is complete. Parts overlap by a day, because GMC may leave out `finalDate` (service.md
 * 4.3).
 *
 * @param initialDate first day, `YYYY-MM-DD`. Without it, the period cannot be split
 * @param finalDate last day. Without it, the list has no end
 * @returns with GMC's answer for the whole period, and how many more additions GMC counts
 */
export async function listWhole(
	transport: GmcTransport,
	initialDate: string | undefined,
	finalDate?: string,
): Promise<WholeList & { answer: AdditionList; missing: number }> {
	const parts = new Parts(transport);
	const answer = await parts.collect(initialDate, finalDate);
	const additions = [...parts.byId.values()];
	const incompletePeriods = [...parts.incomplete.values()];
	const missing = Math.max(0, (answer.total ?? 0) - additions.length);
	const isWhole = incompletePeriods.length === 0;
	return { additions, isWhole, incompletePeriods, missing, answer };
}

class Parts {
	readonly byId = new Map<string, Addition>();

	/** By first and last day. */
	readonly incomplete = new Map<string, Period>();

	private requests = 0;

	constructor(private readonly transport: GmcTransport) {}

	async collect(first: string | undefined, last?: string): Promise<AdditionList> {
		this.requests++;
		const list = await listAdditions(this.transport, { initialDate: first, finalDate: last });
		for (const addition of list.additions) this.byId.set(addition._id, addition);
		if (!isIncomplete(list)) return list;
		if (first === undefined) this.giveUp('', last);
		else await this.split({ first, last }, list.total!);
		return list;
	}

	/** @param total of the period, as GMC counts */
	private async split({ first, last }: Period, total: number): Promise<void> {
		// Later than today by every clock and in every time zone.
		const { n8n, service } = this.transport.clocks;
		const horizon = addDays(utcDay(Math.max(n8n, service)), 2);
		const end = last !== undefined && last < horizon ? last : horizon;
		const days = daysBetween(first, end);
		if (days < 1 || this.requests >= MAX_REQUESTS) this.giveUp(first, last);
		else if (end !== last) {
			await this.split({ first, last: end }, total);
			// What has a later date.
			await this.collect(end, last);
		} else if (days > 1) {
			const middle = addDays(first, Math.floor(days / 2));
			await this.collect(first, middle);
			await this.collect(middle, end);
		} else await this.collectDays(first, end, total);
	}

	/** Lists two days one by one. If GMC leaves out `finalDate`, that returns nothing. */
	private async collectDays(first: string, last: string, total: number): Promise<void> {
		const lists = [await this.collect(first, first), await this.collect(last, last)];
		const listed = lists.reduce((sum, { additions }) => sum + additions.length, 0);
		if (!lists.some(isIncomplete) && listed < total) this.giveUp(first, first);
	}

	private giveUp(first: string, last?: string): void {
		this.incomplete.set(`${first} ${last}`, { first, last });
	}
}
