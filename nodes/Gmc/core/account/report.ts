import type { Addition } from '../service/record';
import { isSettled, statusOf } from '../additions/status';
import { namedCounts, unknownStatuses } from '../additions/unknownStatus';
import type { CustomerDirectory } from '../customers/directory';
import type { GmcCredential } from '../service/credential';
import { count, list, number } from '../texts/words';
import type { TimestampForm } from '../time/time';
import { timestampForm } from '../time/time';

/** How many days of additions are looked at. */
export const LOOK_DAYS = 30;

/** What GMC's list of additions has shown. */
export interface AdditionsLook {
	/** The answer for the whole period, in its order, and how many additions GMC counts, if it says so. */
	answer: { additions: Addition[]; total?: number };
	/** Every addition that was listed, in shorter periods if necessary. */
	additions: Addition[];
	/** Whether these are all. Undefined if GMC does not count them. */
	isWhole?: boolean;
	finalDateInclusive?: boolean;
}

/** What was found out. A missing value could not be found out. */
interface AccountLook {
	endpoint: GmcCredential['loginEndpoint'];
	tokenPath?: string;
	customers?: CustomerDirectory;
	additions?: AdditionsLook;
	/** Warnings about the credential and about lists that are not available. */
	problems: Array<string | undefined>;
	/** How far GMC's clock is ahead of n8n's, in milliseconds. */
	clockOffset?: number;
	/** IANA zone of the workflow. */
	timeZone: string;
	/** Epoch milliseconds. */
	now: number;
}

/** A smaller difference of the clocks does no harm. */
const CLOCK_TOLERANCE_SECONDS = 10;

/** The output of Account: Check: figures, warnings and one sentence. What could not be found out is `null`. */
export function reportOf(look: AccountLook) {
	const { endpoint, tokenPath = null, customers, additions, clockOffset } = look;
	const seen = additions?.additions;
	// `|| 0` turns -0 into 0.
	const seconds = clockOffset === undefined ? undefined : Math.round(clockOffset / 1000) || 0;
	const areClocksOff = Math.abs(seconds ?? 0) > CLOCK_TOLERANCE_SECONDS;
	const warnings = [
		...look.problems,
		customers && aboutTaxIds(customers),
		...(additions ? aboutAdditions(additions, look) : []),
		areClocksOff
			? `GMC's clock differs from n8n's by ${count(Math.abs(seconds ?? 0), 'second', 'seconds')}.`
			: undefined,
	].filter((warning) => warning !== undefined);
	const works = customers && additions ? 'The login and the lists work' : 'The login works';
	const facts = [
		customers && count(customers.size, 'customer', 'customers'),
		seen &&
			`${count(seen.length, 'top-up', 'top-ups')} in ${LOOK_DAYS} days${additions?.isWhole ? ', a complete list' : ''}`,
		seconds === undefined || areClocksOff ? undefined : 'the clocks agree',
	];
	return {
		summary: summaryOf(`${works}${inBrackets(facts.filter(Boolean))}`, warnings),
		warnings,
		login: { endpoint, tokenPath },
		customers: {
			total: customers?.size ?? null,
			sharedTaxIds: customers?.sharedTaxIds ?? null,
		},
		additions: {
			seen: seen?.length ?? null,
			isWhole: additions?.isWhole ?? null,
			order: (additions && orderOf(additions.answer.additions)) ?? null,
			createdAt: (seen && createdAtForm(seen)) ?? null,
			finalDateInclusive: additions?.finalDateInclusive ?? null,
			statuses: seen ? countStatuses(seen) : null,
		},
		clockDifferenceSeconds: seconds ?? null,
	};
}

const inBrackets = (facts: unknown[]) => (facts.length > 0 ? ` (${facts.join('; ')})` : '');

/** Only a top-up uses these, so "all is well" would say too much. */
const NOT_CHECKED = "Not checked: 'Origin', ledger.";

function summaryOf(works: string, [first, ...others]: string[]): string {
	if (first === undefined) return `${works}. ${NOT_CHECKED}`;
	const more = others.length > 0 ? ` (and ${number(others.length)} more)` : '';
	return `Check this: ${first.split(/\.(?:\s|$)/, 1)[0]}${more}. ${works}. ${NOT_CHECKED}`;
}

function aboutTaxIds(customers: CustomerDirectory): string | undefined {
	const { sharedTaxIds } = customers;
	if (sharedTaxIds === 0) return undefined;
	return `${count(sharedTaxIds, 'tax ID belongs', 'tax IDs belong')} to several customers. A row with such a tax ID is refused, and names them. Choose the customer by ID.`;
}

function aboutAdditions(
	look: AdditionsLook,
	{ timeZone, now }: Pick<AccountLook, 'timeZone' | 'now'>,
): Array<string | undefined> {
	const { additions: seen } = look;
	const old = unknownStatuses(seen, now, timeZone);
	const form = createdAtForm(seen);
	return [
		aboutList(look),
		seen.length === 0
			? `GMC lists no top-ups of the last ${LOOK_DAYS} days, so its list could not be checked. Run this again after the first top-up.`
			: undefined,
		form === 'other'
			? "The times in GMC's list cannot be read reliably. 'Duplicate Protection' treats each of these top-ups as a recent one."
			: undefined,
		form === 'yyyyMMddHHmmss'
			? `GMC's times have no time zone. The nodes read them in the time zone of the workflow, ${timeZone}. If GMC uses another one, choose it in the settings of the workflow.`
			: undefined,
		aboutOldStatuses(old),
		aboutStatuses(seen.filter((one) => !old.has(statusOf(one)))),
	];
}

function aboutList({ answer, isWhole }: AdditionsLook): string | undefined {
	const { additions, total } = answer;
	if (total === undefined)
		return 'GMC does not say how many top-ups there are, so the nodes cannot notice an incomplete list.';
	if (total <= additions.length) return undefined;
	const incomplete = `GMC returned an incomplete list of top-ups: ${number(additions.length)} of ${number(total)}`;
	return isWhole
		? `${incomplete}. In shorter periods it is complete, and the nodes ask that way automatically.`
		: `${incomplete}, even for a single day. The missing ones cannot be checked for duplicates, and the trigger does not see them. Ask GMC for a complete list.`;
}

function aboutOldStatuses(counts: Map<string, number>): string | undefined {
	if (counts.size === 0) return undefined;
	return `Top-ups have stood for a week or longer in a status that the nodes do not know: ${list(namedCounts(counts))}. If it means that they have completed or failed, the nodes do not notice it. See "Statuses" in the reference.`;
}

function aboutStatuses(seen: Addition[]): string | undefined {
	const counts = countStatuses(seen.filter((addition) => !isSettled(addition)));
	const named = namedCounts(Object.entries(counts));
	if (named.length === 0) return undefined;
	return `The nodes do not know the status ${list(named)}. They expect such a top-up to change: Top-Up Completed waits for COMPLETED.`;
}

/**
 * The order of a list. Times are compared as digits, so it can be told even if nobody knows what they mean.
 *
 * @returns undefined if there are not two different times of the same length
 */
export function orderOf(additions: Addition[]): 'newestFirst' | 'oldestFirst' | 'none' | undefined {
	const times = additions.map(({ createdAt }) => String(createdAt ?? ''));
	const digits = times.filter((time) => /^\d+$/.test(time));
	if (new Set(digits.map(({ length }) => length)).size !== 1) return undefined;
	const rises = digits.some((time, index) => index > 0 && time > digits[index - 1]);
	const falls = digits.some((time, index) => index > 0 && time < digits[index - 1]);
	if (rises && falls) return 'none';
	if (rises) return 'oldestFirst';
	return falls ? 'newestFirst' : undefined;
}

/** The form of `createdAt`, `other` if there are several. @returns undefined if no addition has one */
function createdAtForm(additions: Addition[]): TimestampForm | undefined {
	const times = additions.map(({ createdAt }) => createdAt ?? '').filter((one) => one !== '');
	const [form, ...others] = new Set(times.map(timestampForm));
	return others.length > 0 ? 'other' : form;
}

/** How many additions have each status, in upper case, the most frequent one first. Leaves out empty ones. */
function countStatuses(additions: Addition[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const status of additions.map(statusOf)) {
		if (status !== '') counts.set(status, (counts.get(status) ?? 0) + 1);
	}
	return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}
