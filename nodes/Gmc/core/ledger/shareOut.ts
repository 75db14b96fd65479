import type { AdditionItem } from '../additions/item';
import type { Protocol } from './effects';
import { giveWay } from './effects';
import { byTime, compareTexts, isCertain } from './links';
import type { OpenRow, ClockRules, Links, MadeItem } from './links';

/** What GMC's list says about an open row. */
export type Share =
	/** The row has made this addition. */
	| { is: 'made'; item: AdditionItem }
	/** The row has made none, and will not. These additions belong to other rows. */
	| { is: 'notDone'; others: string[] }
	/** A later list will tell. */
	| { is: 'held'; candidates: string[] }
	/** Only a person can tell. */
	| { is: 'unclear'; candidates: string[] };

/** Rows that may have made the same additions, with these additions. */
interface Group {
	rows: OpenRow[];
	items: MadeItem[];
}

const MAX_CANDIDATES = 20;

/**
 * Deals additions out to the rows that may have made them (CONTRIBUTING M4, promises.md P23, P24 and P25). Linked rows and
 * additions form a group:
 *
 * - As many additions as rows: each row has made one.
 * - Fewer additions: they are dealt out once no row is held any more, and the other rows are not done.
 * - More additions, or one that is not certain to be of any row: unclear.
 *
 * So no row is called not done while an unowned addition may be its own, no addition is dealt out twice, and a row
 * that cannot have made any of the additions changes nothing for the others.
 *
 * @returns shares by name
 */
export function* shareOut(links: Links, rules: ClockRules): Protocol<Map<string, Share>> {
	const shares = new Map<string, Share>();
	for (const group of groupsOf(links)) {
		yield* giveWay();
		const dealt = shareGroup(group, links, rules);
		for (const [at, { name }] of group.rows.entries()) shares.set(name, dealt[at]);
	}
	return shares;
}

function groupsOf(links: Links): Group[] {
	const rowsOf = new Map<MadeItem, OpenRow[]>();
	for (const [row, items] of links) {
		for (const item of items) {
			const rows = rowsOf.get(item);
			if (rows === undefined) rowsOf.set(item, [row]);
			else rows.push(row);
		}
	}
	const grouped = new Set<OpenRow | MadeItem>();
	const isNew = (one: OpenRow | MadeItem) => !grouped.has(one) && Boolean(grouped.add(one));
	const groups: Group[] = [];
	for (const first of links.keys()) {
		if (!isNew(first)) continue;
		const group: Group = { rows: [first], items: [] };
		// The loop adds rows to the group.
		for (const row of group.rows) {
			for (const item of links.get(row)!.filter(isNew)) {
				group.items.push(item);
				for (const one of rowsOf.get(item)!.filter(isNew)) group.rows.push(one);
			}
		}
		groups.push(group);
	}
	return groups;
}

function shareGroup({ rows, items }: Group, links: Links, rules: ClockRules): Share[] {
	const dealt = deal(rows, items, rules);
	const isSending = rows.length > 1 && rows.some((row) => row.isSending);
	const isShort = items.length < rows.length;
	const mustWait = isSending || (isShort && rows.some((row) => row.isHeld));
	return rows.map((row) => {
		const own = dealt?.get(row);
		if (own !== undefined && !mustWait) return { is: 'made', item: own.item };
		const ids = idsOf(links.get(row)!);
		if (dealt !== undefined && !mustWait) return { is: 'notDone', others: ids };
		return { is: dealt ? 'held' : 'unclear', candidates: ids.slice(0, MAX_CANDIDATES) };
	});
}

/** Ids of the additions, oldest first. */
const idsOf = (items: MadeItem[]): string[] => [
	...new Set([...items].sort(byTime).map(({ item }) => item.addition._id)),
];

/**
 * Gives each item to a row that it is certain for, and each row at most one item. It is a maximum bipartite matching
 * by augmenting paths.
 *
 * @returns undefined if an item is left over
 */
function deal(rows: OpenRow[], made: MadeItem[], rules: ClockRules) {
	// The rest would find that out, too, after it has compared each item with each row.
	if (made.length > rows.length) return undefined;
	const ordered = [...rows].sort(byLikelihood);
	const certain = new Map(
		made.map((one) => [one, ordered.filter((row) => isCertain(row, one, rules))]),
	);
	const items = new Map<OpenRow, MadeItem>();
	const namers = new Map(rows.map((row) => [row.namedAddition, row]));
	const namerOf = ({ item }: MadeItem) => namers.get(item.addition._id);
	const give = (item: MadeItem, tried: Set<OpenRow>): boolean => {
		const may = certain.get(item)!.filter((row) => !tried.has(row));
		const namer = may.find((row) => row === namerOf(item) && !items.has(row));
		const free = namer ?? may.find((row) => !items.has(row));
		if (free !== undefined) return Boolean(items.set(free, item));
		for (const row of may) tried.add(row);
		return may.some((row) => give(items.get(row)!, tried) && Boolean(items.set(row, item)));
	};
	// An item that an entry names comes first: an answer has said so, and its run may be about to write it down.
	const isNamed = (one: MadeItem) => Number(namerOf(one) !== undefined);
	const inOrder = [...made].sort(
		(one, other) => isNamed(other) - isNamed(one) || byTime(one, other),
	);
	return inOrder.every((item) => give(item, new Set())) ? items : undefined;
}

const lastAsking = ({ spans }: OpenRow) => Math.max(...spans.map(({ from }) => from));

/** Rows that a person has set to paid come first, then the ones that were sent last. */
const byLikelihood = (one: OpenRow, other: OpenRow) =>
	Number(other.isReportedPaid ?? false) - Number(one.isReportedPaid ?? false) ||
	lastAsking(other) - lastAsking(one) ||
	compareTexts(one.name, other.name);
