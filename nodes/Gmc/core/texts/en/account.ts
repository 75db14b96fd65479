import { count, list, number } from './words';

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

/** What Account: Check says first, and what it warns of. */
export const account = {
	/** @param facts what was seen, and what was not */
	allIsWell: ({ facts }: { facts: string }) => `All is well: ${facts}.`,
	/** @param what the most serious warning; @param others how many more there are */
	lookAtThis: ({ what, others, facts }: { what: string; others: number; facts: string }) => {
		const more = others > 0 ? ` (and ${count(others, 'more warning', 'more warnings')})` : '';
		return `Look at this: ${what}${more}; ${facts}.`;
	},
	customers: ({ customers }: { customers: number }) => count(customers, 'customer', 'customers'),
	additions: ({ additions, since }: { additions: number; since: string }) =>
		`${count(additions, 'addition', 'additions')} since ${since}`,
	lateness: ({ seconds }: { seconds: number }) =>
		`the list shows an addition of ${count(seconds, 'second', 'seconds')} ago, so it was no later than that`,
	latenessUnknown:
		'how late the list may be, on which Hold rests, is not known: run this right after a top-up to see it',
	originUnchecked: 'the Origin was not checked, the first top-up does',
	/** What happened, and what to do about it. */
	because: ({ message, description }: { message: string; description: string }) =>
		description ? `${message}. ${description}` : message,
	customersNotHad: ({ why }: { why: string }) => `The customers could not be listed: ${why}`,
	additionsNotHad: ({ why }: { why: string }) => `The additions could not be listed: ${why}`,
	sharedTaxIds: ({ all, named }: { all: number; named: SharedTaxId[] }) => {
		const holders = named.map(({ taxId, ids }) => `${taxId} (${ids.join(', ')})`).join('; ');
		const more = all > named.length ? `; and ${number(all - named.length)} more` : '';
		return `${count(all, 'tax ID stands', 'tax IDs stand')} at more than one customer: ${holders}${more}. Such a customer can only be chosen by ID; a row that gives the tax ID is refused.`;
	},
	withoutTaxId: ({ customers }: { customers: number }) =>
		`${count(customers, 'customer has', 'customers have')} no tax ID, and can only be chosen by ID.`,
	noAdditions: ({ since }: { since: string }) =>
		`GMC lists no additions since ${since}: their order, their times, their statuses and whether Final Date counts could not be found out. Run this again after the first top-up.`,
	cut: ({ sent, total, periods }: Counts & { periods: string[] }) => {
		const where = periods.length > 0 ? `, and even in parts for ${list(periods)}` : '';
		return `GMC's list of additions comes cut: ${number(sent)} of ${number(total)}${where}. What it leaves out can be neither checked for duplicates nor seen by the trigger. Ask GMC for a complete list.`;
	},
	cutInSilence: ({ concealed }: { concealed: number }) =>
		`GMC's list of additions comes cut without saying so: ${count(concealed, 'addition is', 'additions are')} shown for a part of the period that the list of the whole period leaves out. Nothing can be concluded from what it does not show, so neither Duplicate Protection nor Hold can be relied on. Ask GMC for a complete list.`,
	hadInParts: ({ sent, total }: Counts) =>
		`GMC's list of additions comes cut: ${number(sent)} of ${number(total)}. Asked for in parts it is whole, which the nodes do by themselves; Balance → Get Many does not, so ask it for short periods.`,
	notCounted:
		'GMC does not say how many additions there are, so that a list that was cut could not be told from a whole one.',
	timesWithoutZone: ({ timeZone }: { timeZone: string }) =>
		`GMC writes times without a time zone; they are read in that of the workflow, ${timeZone}. If GMC means another one, choose it in the settings of the workflow.`,
	timesInTheFuture: ({ timeZone }: { timeZone: string }) =>
		`Read in the time zone ${timeZone}, the newest addition was made in the future: GMC means another time zone.`,
	unreadableTimes:
		'GMC writes the times of additions in a form that cannot be read with certainty: they get no ISO form, and Duplicate Protection takes each of these additions for a recent one.',
	finalDateExclusive:
		'Final Date does not count: a period ends before that day. To see a day whole, ask for a Final Date one day later.',
	daysNotHad: ({ why }: { why: string }) =>
		`Whether Final Date counts, and whether the list is whole, could not be looked at to the end: ${why}`,
	/** @param counts how many additions have it, by status */
	unknownStatuses: ({ counts }: { counts: Record<string, number> }) => {
		const named = Object.entries(counts).map(([status, all]) => `${status} (${number(all)})`);
		return `The nodes do not know the status ${list(named)}. They take such an addition for one that will still change: Addition Completed waits for COMPLETED.`;
	},
	withoutStatus: ({ additions }: { additions: number }) =>
		`${count(additions, 'addition has', 'additions have')} no status: nobody can tell whether the money has moved.`,
	clockAhead: ({ seconds }: { seconds: number }) =>
		`GMC's clock is ${count(seconds, 'second', 'seconds')} ahead of that of n8n.`,
	clockBehind: ({ seconds }: { seconds: number }) =>
		`GMC's clock is ${count(seconds, 'second', 'seconds')} behind that of n8n.`,
	tokenPathUnknown:
		"Where the login's answer has the token is not known: the token in use is older than this version of the node. The next login tells it.",
};
