import type { AdditionItem } from '../additions/item';
import { byTime, compareTexts, isCertain } from './links';
import type { AskedRow, ClockRules, Links, MadeItem } from './links';

/** What became of a row in doubt. */
export type Share =
	/** The addition is its own. */
	| { is: 'made'; item: AdditionItem }
	/** Its own was never made, and never will be: these are the additions of the others. */
	| { is: 'notDone'; others: string[] }
	/** Time will tell. */
	| { is: 'held'; candidates: string[] }
	/** Nobody can tell but a person. */
	| { is: 'inDoubt'; candidates: string[] };

interface ShareRules extends ClockRules {
	/** Epoch milliseconds by the service's clock; undefined: nobody knows. */
	now?: number;
}

/** Rows that may have made the same additions, and all additions that they may have made. */
interface Group {
	rows: AskedRow[];
	items: MadeItem[];
}

/** Of so many additions that may be a row's, the others are not named. */
const MAX_CANDIDATES = 20;

/**
 * Shares additions out among the rows that may have made them (CONTRIBUTING M4). Rows and additions that are linked
 * form a group. As many additions as rows: each has one. Fewer: as long as a row of it is held, none is dealt out;
 * then they are, and the rest is not done. More, or one that is not certainly of any of them: nobody can tell.
 * So no row is called not done while an addition that nobody owns could be its own, no addition is given twice, and a
 * row that can have made none of the additions changes nothing for the others.
 *
 * Gives way now and then. @returns by name
 */
export function* shareOut(
	links: Links,
	rules: ShareRules,
): Generator<undefined, Map<string, Share>, unknown> {
	const shares = new Map<string, Share>();
	for (const group of groupsOf(links)) {
		yield;
		for (const [row, share] of shareGroup(group, links, rules)) shares.set(row.name, share);
	}
	return shares;
}

function groupsOf(links: Links): Group[] {
	const rowsOf = new Map<MadeItem, AskedRow[]>();
	for (const [row, items] of links) {
		for (const item of items) {
			const rows = rowsOf.get(item);
			if (rows === undefined) rowsOf.set(item, [row]);
			else rows.push(row);
		}
	}
	const grouped = new Set<AskedRow | MadeItem>();
	const isNew = (one: AskedRow | MadeItem) => !grouped.has(one) && Boolean(grouped.add(one));
	const groups: Group[] = [];
	for (const first of links.keys()) {
		if (!isNew(first)) continue;
		const group: Group = { rows: [first], items: [] };
		// It grows on the way.
		for (const row of group.rows) {
			for (const item of links.get(row)!.filter(isNew)) {
				group.items.push(item);
				group.rows.push(...rowsOf.get(item)!.filter(isNew));
			}
		}
		groups.push(group);
	}
	return groups;
}

function shareGroup({ rows, items }: Group, links: Links, rules: ShareRules) {
	const all = (shareOf: (row: AskedRow) => Share) =>
		new Map(rows.map((row) => [row, shareOf(row)]));
	const candidatesOf = (row: AskedRow) => idsOf(links.get(row)!).slice(0, MAX_CANDIDATES);
	const dealt = deal(rows, items, rules);
	if (dealt === undefined) return all((row) => ({ is: 'inDoubt', candidates: candidatesOf(row) }));
	const isShort = items.length < rows.length;
	const isSending = rows.length > 1 && rows.some((row) => row.isSending);
	if (isSending || (isShort && rows.some((row) => row.isHeld))) {
		return all((row) => ({ is: 'held', candidates: candidatesOf(row) }));
	}
	return all((row) => {
		const own = dealt.get(row);
		if (own === undefined) return { is: 'notDone', others: idsOf(links.get(row)!) };
		return { is: 'made', item: own.item };
	});
}

/** Ids of additions, in the order of time. */
const idsOf = (items: MadeItem[]): string[] => [
	...new Set([...items].sort(byTime).map(({ item }) => item.addition._id)),
];

/**
 * Gives every item to a row that certainly may have made it, each row one at most, by augmenting paths: so it is
 * found wherever it can be done.
 *
 * @returns undefined where it cannot
 */
function deal(rows: AskedRow[], made: MadeItem[], rules: ShareRules) {
	if (made.length > rows.length) return undefined;
	const ordered = [...rows].sort(byLikelihood);
	const certain = new Map(
		made.map((one) => [one, ordered.filter((row) => isCertain(row, one, rules))]),
	);
	const items = new Map<AskedRow, MadeItem>();
	const namers = new Map(rows.map((row) => [row.named, row]));
	const namerOf = ({ item }: MadeItem) => namers.get(item.addition._id);
	const give = (item: MadeItem, tried: Set<AskedRow>): boolean => {
		const may = certain.get(item)!.filter((row) => !tried.has(row));
		const free = [namerOf(item), ...may].find(
			(row): row is AskedRow => row !== undefined && may.includes(row) && !items.has(row),
		);
		if (free !== undefined) return Boolean(items.set(free, item));
		for (const row of may) tried.add(row);
		return may.some((row) => give(items.get(row)!, tried) && Boolean(items.set(row, item)));
	};
	// An answer said so; its run may be about to write that down, however long that takes.
	const byNamer = (one: MadeItem, other: MadeItem) =>
		Number(namerOf(other) !== undefined) - Number(namerOf(one) !== undefined);
	const inOrder = [...made].sort((one, other) => byNamer(one, other) || byTime(one, other));
	return inOrder.every((item) => give(item, new Set())) ? items : undefined;
}

const lastAsking = ({ spans }: AskedRow) => Math.max(...spans.map(({ from }) => from));

/** What is said to be done comes first, and of the others the one that was asked for last before it was made. */
const byLikelihood = (one: AskedRow, other: AskedRow) =>
	Number(other.isMade ?? false) - Number(one.isMade ?? false) ||
	lastAsking(other) - lastAsking(one) ||
	compareTexts(one.name, other.name);
