import type { ListedAddition } from '../additions/addition';
import { isSettled, statusOf } from '../additions/status';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { maskTaxId } from '../customers/taxId';
import type { Explanation } from '../service/explain';
import { readTimestamp } from '../time/time';
import type { AccountLook, AdditionsLook, Surroundings } from './look';
import { isHad, isWhole, secondsAhead } from './look';
import { countStatuses, createdAtForm } from './seen';
import { count, list, number, periodText } from '../texts/words';

/** Clocks that differ by less are in nobody's way. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** An addition is in the future beyond this only, in milliseconds: clocks differ. */
const FUTURE_MS = 5 * 60_000;
const MAX_NAMED = 5;

const NOT_HAD = {
	customersNotHad: 'The customers could not be listed',
	additionsNotHad: 'The additions could not be listed',
	daysNotHad:
		'Whether Final Date counts, and whether the list is whole, could not be looked at to the end',
};

/** A text that ends with why something could not be had. */
const because = ({ message, description }: Explanation, what: keyof typeof NOT_HAD): string =>
	`${NOT_HAD[what]}: ${description ? `${message}. ${description}` : message}`;

/** What is to be heeded, each in a sentence or two: the most serious first. */
export function warningsOf(look: AccountLook, surroundings: Surroundings): string[] {
	const { tokenPath, customers, additions, originProblem } = look;
	const seconds = secondsAhead(look) ?? 0;
	return [
		...(originProblem ? [originProblem] : []),
		...(isHad(customers) ? aboutCustomers(customers) : [because(customers, 'customersNotHad')]),
		...(isHad(additions) ? aboutAdditions(additions, surroundings) : []),
		...(isHad(additions) ? [] : [because(additions, 'additionsNotHad')]),
		...(seconds > CLOCK_TOLERANCE_SECONDS
			? [`GMC's clock is ${count(seconds, 'second', 'seconds')} ahead of that of n8n.`]
			: []),
		...(seconds < -CLOCK_TOLERANCE_SECONDS
			? [`GMC's clock is ${count(-seconds, 'second', 'seconds')} behind that of n8n.`]
			: []),
		...(tokenPath === undefined
			? [
					"Where the login's answer has the token is not known: the token in use is older than this version of the node. The next login tells it.",
				]
			: []),
	];
}

function aboutCustomers(customers: CustomerDirectory<Identified>): string[] {
	const sharing = customers.sharing();
	const named = sharing.slice(0, MAX_NAMED).map((holders) => ({
		taxId: maskTaxId(String(holders[0].taxId)),
		ids: holders.map(({ _id }) => _id),
	}));
	const { withoutTaxId } = customers;
	const all = sharing.length;
	return [
		...(all > 0 ? [sharedTaxIds({ all, named })] : []),
		...(withoutTaxId > 0
			? [
					`${count(withoutTaxId, 'customer has', 'customers have')} no tax ID, and can only be chosen by ID.`,
				]
			: []),
	];
}

function aboutAdditions(look: AdditionsLook, surroundings: Surroundings): string[] {
	const { seen, since, finalDateInclusive, problem } = look;
	if (seen.length === 0)
		return [
			`GMC lists no additions since ${since}: their order, their times, their statuses and whether Final Date counts could not be found out. Run this again after the first top-up.`,
			...aboutCut(look),
		];
	return [
		...aboutCut(look),
		...aboutTimes(seen, surroundings),
		...(finalDateInclusive === false
			? [
					'Final Date does not count: a period ends before that day. To see a day whole, ask for a Final Date one day later.',
				]
			: []),
		...(problem ? [because(problem, 'daysNotHad')] : []),
		...aboutStatuses(seen),
	];
}

function aboutCut(look: AdditionsLook): string[] {
	const { answer, total, cutPeriods, concealed } = look;
	const counts = { sent: answer.length, total: total ?? 0 };
	if (concealed > 0)
		return [
			`GMC's list of additions comes cut without saying so: ${count(concealed, 'addition is', 'additions are')} shown for a part of the period that the list of the whole period leaves out. Nothing can be concluded from what it does not show, so neither Duplicate Protection nor Hold can be relied on. Ask GMC for a complete list.`,
		];
	if (isWhole(look) === false) {
		return [cutText({ ...counts, periods: cutPeriods.map(periodText) })];
	}
	if (total === undefined)
		return [
			'GMC does not say how many additions there are, so that a list that was cut could not be told from a whole one.',
		];
	return total > answer.length ? [hadInParts(counts)] : [];
}

function aboutTimes(seen: ListedAddition[], { timeZone, now }: Surroundings): string[] {
	const form = createdAtForm(seen);
	if (form === 'other')
		return [
			'GMC writes the times of additions in a form that cannot be read with certainty: they get no ISO form, and Duplicate Protection takes each of these additions for a recent one.',
		];
	if (form !== 'yyyyMMddHHmmss') return [];
	const times = seen.map(({ createdAt }) => readTimestamp(createdAt, timeZone) ?? 0);
	const latest = times.reduce((one, other) => Math.max(one, other), 0);
	const isLater = latest > now + FUTURE_MS;
	return [
		`GMC writes times without a time zone; they are read in that of the workflow, ${timeZone}. If GMC means another one, choose it in the settings of the workflow.`,
		...(isLater
			? [
					`Read in the time zone ${timeZone}, the newest addition was made in the future: GMC means another time zone.`,
				]
			: []),
	];
}

/** Of a status that is not known the nodes can only think that it will still change (service.md 3). */
function aboutStatuses(seen: ListedAddition[]): string[] {
	const withStatus = seen.filter((addition) => statusOf(addition) !== '');
	const counts = countStatuses(withStatus.filter((addition) => !isSettled(addition)));
	const without = seen.length - withStatus.length;
	return [
		...(Object.keys(counts).length > 0 ? [unknownStatuses({ counts })] : []),
		...(without > 0
			? [
					`${count(without, 'addition has', 'additions have')} no status: nobody can tell whether the money has moved.`,
				]
			: []),
	];
}

const sharedTaxIds = ({ all, named }: { all: number; named: SharedTaxId[] }) => {
	const holders = named.map(({ taxId, ids }) => `${taxId} (${ids.join(', ')})`).join('; ');
	const more = all > named.length ? `; and ${number(all - named.length)} more` : '';
	return `${count(all, 'tax ID stands', 'tax IDs stand')} at more than one customer: ${holders}${more}. Such a customer can only be chosen by ID; a row that gives the tax ID is refused.`;
};

const cutText = ({ sent, total, periods }: Counts & { periods: string[] }) => {
	const where = periods.length > 0 ? `, and even in parts for ${list(periods)}` : '';
	return `GMC's list of additions comes cut: ${number(sent)} of ${number(total)}${where}. What it leaves out can be neither checked for duplicates nor seen by the trigger. Ask GMC for a complete list.`;
};

const hadInParts = ({ sent, total }: Counts) =>
	`GMC's list of additions comes cut: ${number(sent)} of ${number(total)}. Asked for in parts it is whole, which the nodes do by themselves; Balance → Get Many does not, so ask it for short periods.`;

const unknownStatuses = ({ counts }: { counts: Record<string, number> }) => {
	const named = Object.entries(counts).map(([status, all]) => `${status} (${number(all)})`);
	return `The nodes do not know the status ${list(named)}. They take such an addition for one that will still change: Addition Completed waits for COMPLETED.`;
};

/** How many came, and how many the service counts. */
interface Counts {
	sent: number;
	total: number;
}

/** A tax ID, masked, and the customers that have it. */
interface SharedTaxId {
	taxId: string;
	ids: string[];
}
