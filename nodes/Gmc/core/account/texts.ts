import { en } from '../texts/en';
import type { Explanation } from '../service/explain';

/** How many came, and how many the service counts. */
interface Counts {
	sent: number;
	total: number;
}

const many = (count: number, one: string, more: string) =>
	count === 1 ? `1 ${one}` : `${count} ${more}`;

const told = ({ message, description }: Explanation) =>
	`${message(en)}. ${description?.(en) ?? ''}`.trim();

/** The warnings of Account: Check. */
export const texts = {
	customersNotHad: (why: Explanation) => `The customers could not be listed: ${told(why)}`,
	additionsNotHad: (why: Explanation) => `The additions could not be listed: ${told(why)}`,
	sharedTaxIds: (count: number, shared: Array<{ taxId: string; ids: string[] }>) => {
		const named = shared.map(({ taxId, ids }) => `${taxId} (${ids.join(', ')})`).join('; ');
		const more = count > shared.length ? `; and ${count - shared.length} more` : '';
		return `${many(count, 'tax ID stands', 'tax IDs stand')} at more than one customer: ${named}${more}. Such a customer can only be chosen by ID; a row that gives the tax ID is refused.`;
	},
	withoutTaxId: (count: number) =>
		`${many(count, 'customer has', 'customers have')} no tax ID, and can only be chosen by ID.`,
	noAdditions: (since: string) =>
		`GMC lists no additions since ${since}: their order, their times, their statuses and whether Final Date counts could not be found out. Run this again after the first top-up.`,
	cut: ({ sent, total }: Counts, periods: string[]) => {
		const where = periods.length > 0 ? `, and even in parts for ${periods.join(', ')}` : '';
		return `GMC's list of additions comes cut: ${sent} of ${total}${where}. What it leaves out can be neither checked for duplicates nor seen by the trigger. Ask GMC for a complete list.`;
	},
	cutInSilence: (concealed: number) =>
		`GMC's list of additions comes cut without saying so: ${many(concealed, 'addition is', 'additions are')} shown for a part of the period that the list of the whole period leaves out. Nothing can be concluded from what it does not show, so neither Duplicate Protection nor Key Hold can be relied on. Ask GMC for a complete list.`,
	hadInParts: ({ sent, total }: Counts) =>
		`GMC's list of additions comes cut: ${sent} of ${total}. Asked for in parts it is whole, which the nodes do by themselves; Balance → Get Many does not, so ask it for short periods.`,
	notCounted:
		'GMC does not say how many additions there are, so that a list that was cut could not be told from a whole one.',
	timesWithoutZone: (timeZone: string) =>
		`GMC writes times without a time zone; they are read in that of the workflow, ${timeZone}. If GMC means another one, choose it in the settings of the workflow.`,
	timesInTheFuture: (timeZone: string) =>
		`Read in the time zone ${timeZone}, the newest addition was made in the future: GMC means another time zone.`,
	unreadableTimes:
		'GMC writes the times of additions in a form that cannot be read with certainty: they get no ISO form, and Duplicate Protection takes each of these additions for a recent one.',
	finalDateExclusive:
		'Final Date does not count: a period ends before that day. To see a day whole, ask for a Final Date one day later.',
	daysNotHad: (why: Explanation) =>
		`Whether Final Date counts, and whether the list is whole, could not be looked at to the end: ${told(why)}`,
	unknownStatuses: (counts: Record<string, number>) => {
		const named = Object.entries(counts).map(([status, count]) => `${status} (${count})`);
		return `The nodes do not know the status ${named.join(', ')}. They take such an addition for one that will still change: Addition Completed waits for COMPLETED.`;
	},
	withoutStatus: (count: number) =>
		`${many(count, 'addition has', 'additions have')} no status: nobody can tell whether the money has moved.`,
	clock: (seconds: number) =>
		`GMC's clock is ${many(Math.abs(seconds), 'second', 'seconds')} ${seconds > 0 ? 'ahead of' : 'behind'} that of n8n.`,
	tokenPathUnknown:
		"Where the login's answer has the token is not known: the token in use is older than this version of the node. The next login tells it.",
};
