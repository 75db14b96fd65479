import type { ListedAddition } from '../additions/addition';
import type { CustomerDirectory, Identified } from '../customers/directory';
import type { GmcCredential } from '../service/credential';
import type { Explanation } from '../service/explain';

/** What looking at the additions has shown. */
export interface AdditionsLook {
	/** First day that was asked for, `YYYY-MM-DD`. */
	since: string;
	/** The answer for the whole period, in its order. */
	answer: ListedAddition[];
	/** How many the service counts; undefined where it does not say. */
	total?: number;
	/** Every addition that any answer has shown. */
	seen: ListedAddition[];
	/** Of a list that is cut by its own counter: what even parts of the period do not give. */
	cutPeriods: Array<{ first: string; last?: string }>;
	/** How many the answer for the whole period lacks, without saying so. */
	concealed: number;
	/** Undefined where no addition shows it. */
	finalDateInclusive?: boolean;
	/** Why a part of this could not be found out. */
	problem?: Explanation;
}

/** What looking at an account has shown. What is missing could not be found out. */
export interface AccountLook {
	endpoint: GmcCredential['loginEndpoint'];
	tokenPath?: string;
	/** What is wrong with how the Origin is written. */
	originProblem?: string;
	customers: CustomerDirectory<Identified> | Explanation;
	additions: AdditionsLook | Explanation;
	/** The service's clock less that of n8n, in milliseconds. */
	clockOffset?: number;
}

/** What the look is judged by. */
export interface Surroundings {
	/** IANA zone of the workflow. */
	timeZone: string;
	/** Epoch milliseconds of the service's clock. */
	now: number;
}

/**
 * Whether the list holds everything that there is, if need be in parts.
 *
 * @returns undefined where the service does not say how many there are
 */
export function isWhole({
	cutPeriods,
	concealed,
	total,
	seen,
}: AdditionsLook): boolean | undefined {
	if (cutPeriods.length > 0 || concealed > 0) return false;
	return total === undefined ? undefined : seen.length >= total;
}

/** By how many seconds the service's clock is ahead of that of n8n. */
export function secondsAhead({ clockOffset }: AccountLook): number | undefined {
	// Without a zero that has a sign.
	return clockOffset === undefined ? undefined : Math.round(clockOffset / 1000) || 0;
}

/** Whether something was had, and not an explanation why it was not. */
export function isHad<T extends object>(found: T | Explanation): found is T {
	return !('message' in found);
}
