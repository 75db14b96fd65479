import type { ListedAddition } from '../additions/addition';
import { isSettled } from '../additions/status';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { maskTaxId } from '../customers/taxId';
import type { GmcCredential } from '../service/credential';
import type { Explanation } from '../service/explain';
import { count, inOne, list, number } from '../texts/words';
import { countStatuses, createdAtForm, orderOf } from './seen';

/** How far back the additions are looked at, in days. */
export const LOOK_DAYS = 30;

/** What looking at the additions has shown. */
export interface AdditionsLook {
	/** The answer for the whole period, in its order, and how many the service counts, where it says so. */
	answer: ListedAddition[];
	total?: number;
	/** Every addition that was shown, if need be in parts, and whether these are all; undefined: nobody can tell. */
	seen: ListedAddition[];
	isWhole?: boolean;
	finalDateInclusive?: boolean;
}

/** What looking at an account has shown. What is missing could not be found out. */
interface AccountLook {
	endpoint: GmcCredential['loginEndpoint'];
	tokenPath?: string;
	/** What is wrong with how the Origin is written. */
	originProblem?: string;
	customers: CustomerDirectory<Identified> | Explanation;
	additions: AdditionsLook | Explanation;
	/** The service's clock less that of n8n, in milliseconds. */
	clockOffset?: number;
	/** IANA zone of the workflow. */
	timeZone: string;
}

/** The output of Account: Check. What could not be found out is `null`. */
export type AccountReport = ReturnType<typeof reportOf>;

/** Clocks that differ by less are in nobody's way. */
const CLOCK_TOLERANCE_SECONDS = 10;
const isTolerable = (seconds: number): boolean => Math.abs(seconds) <= CLOCK_TOLERANCE_SECONDS;
const MAX_NAMED = 5;

/** Whether something was had, and not an explanation why it was not. */
export function isHad<T extends object>(found: T | Explanation): found is T {
	return !('message' in found);
}

/** Says what a look has shown: figures, and in words what to heed. */
export function reportOf(look: AccountLook) {
	const { endpoint, tokenPath = null, clockOffset } = look;
	const customers = isHad(look.customers) ? look.customers : undefined;
	const additions = isHad(look.additions) ? look.additions : undefined;
	// Without a zero that has a sign.
	const seconds = clockOffset === undefined ? undefined : Math.round(clockOffset / 1000) || 0;
	const warnings = [
		look.originProblem,
		customers ? aboutTaxIds(customers) : notHad('customers', look.customers),
		...(additions ? aboutAdditions(additions, look.timeZone) : []),
		additions ? undefined : notHad('additions', look.additions),
		isTolerable(seconds ?? 0) ? undefined : aboutClock(seconds ?? 0),
	].filter((warning) => warning !== undefined);
	return {
		summary: summaryOf(customers, additions, seconds, warnings),
		login: { endpoint, tokenPath },
		customers: {
			total: customers?.size ?? null,
			sharedTaxIds: customers?.sharing().length ?? null,
		},
		additions: {
			seen: additions?.seen.length ?? null,
			isWhole: additions?.isWhole ?? null,
			order: (additions && orderOf(additions.answer)) ?? null,
			createdAt: (additions && createdAtForm(additions.seen)) ?? null,
			finalDateInclusive: additions?.finalDateInclusive ?? null,
			statuses: additions ? countStatuses(additions.seen) : null,
		},
		clockDifferenceSeconds: seconds ?? null,
		warnings,
	};
}

/** Each of the facts in a few words, behind the first warning. @param seconds as far as the clocks differ */
function summaryOf(
	customers: { size: number } | undefined,
	additions: AdditionsLook | undefined,
	seconds: number | undefined,
	[first, ...others]: string[],
): string {
	const seen = count(additions?.seen.length ?? 0, 'addition', 'additions');
	const whole = additions?.isWhole ? ', which is the whole list' : '';
	const facts = [
		'the login works',
		'the first top-up shows whether the Origin is right',
		customers && count(customers.size, 'customer', 'customers'),
		additions && `${seen} in ${LOOK_DAYS} days${whole}`,
		seconds !== undefined && isTolerable(seconds) && 'the clocks agree',
	]
		.filter(Boolean)
		.join('; ');
	if (first === undefined) return `All is well: ${facts}.`;
	const [head] = first.split(/\.(?:\s|$)/, 1);
	const more = others.length > 0 ? ` (and ${number(others.length)} more)` : '';
	return `Look at this: ${head}${more}; ${facts}.`;
}

const notHad = (what: string, found: object): string => {
	const { message, description } = found as Explanation;
	return inOne(`The ${what} could not be listed: ${message}.`, description);
};

function aboutTaxIds(customers: CustomerDirectory<Identified>): string | undefined {
	const sharing = customers.sharing();
	if (sharing.length === 0) return undefined;
	const named = sharing.slice(0, MAX_NAMED).map((holders) => {
		const ids = holders.map(({ _id }) => _id).join(', ');
		return `${maskTaxId(String(holders[0].taxId))} (${ids})`;
	});
	const more = sharing.length > MAX_NAMED ? '; …' : '';
	return `${count(sharing.length, 'tax ID stands', 'tax IDs stand')} at more than one customer: ${named.join('; ')}${more}. Such a customer can only be chosen by ID; a row that gives the tax ID is refused.`;
}

function aboutAdditions(look: AdditionsLook, timeZone: string): Array<string | undefined> {
	const { seen, finalDateInclusive } = look;
	const form = createdAtForm(seen);
	return [
		aboutList(look),
		seen.length === 0
			? `GMC lists no additions of the last ${LOOK_DAYS} days, so how it lists them is not known. Run this again after the first top-up.`
			: undefined,
		form === 'other'
			? 'GMC writes the times of additions in a form that cannot be read with certainty: Duplicate Protection takes each of these additions for a recent one.'
			: undefined,
		form === 'yyyyMMddHHmmss'
			? `GMC writes times without a time zone; they are read in that of the workflow, ${timeZone}. If GMC means another one, choose it in the settings of the workflow.`
			: undefined,
		finalDateInclusive === false
			? 'End Date does not count: a period ends before that day. To see the whole day, set End Date one day later.'
			: undefined,
		aboutStatuses(seen),
	];
}

function aboutList({ answer, total, isWhole }: AdditionsLook): string | undefined {
	if (total === undefined)
		return 'GMC does not say how many additions there are, so that a list that was cut could not be told from a whole one.';
	if (total <= answer.length) return undefined;
	const cut = `GMC's list of additions comes cut: ${number(answer.length)} of ${number(total)}`;
	return isWhole
		? `${cut}. Asked for in parts it is whole, which the nodes do by themselves.`
		: `${cut}, and so do parts of it. What it leaves out can be neither checked for duplicates nor seen by the trigger. Ask GMC for a complete list.`;
}

/** Of a status that is not known the nodes can only think that it will still change (service.md 3). */
function aboutStatuses(seen: ListedAddition[]): string | undefined {
	const counts = countStatuses(seen.filter((addition) => !isSettled(addition)));
	const named = Object.entries(counts).map(([status, all]) => `${status} (${number(all)})`);
	if (named.length === 0) return undefined;
	return `The nodes do not know the status ${list(named)}. They take such an addition for one that will still change: Addition Completed waits for COMPLETED.`;
}

function aboutClock(seconds: number): string {
	const where = seconds > 0 ? 'ahead of' : 'behind';
	return `GMC's clock is ${count(Math.abs(seconds), 'second', 'seconds')} ${where} that of n8n.`;
}
