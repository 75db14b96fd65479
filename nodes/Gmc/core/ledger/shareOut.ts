import type { AdditionItem } from '../additions/item';
import { byTime, compareTexts, GIVE_WAY_EVERY, Links } from './links';
import type { AskedRow, ClockRules, MadeItem } from './links';

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
	/** Places in `links.items`. */
	items: number[];
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
	rows: AskedRow[],
	made: MadeItem[],
	{ now, ...rules }: ShareRules,
): Generator<undefined, Map<string, Share>, unknown> {
	const links = yield* Links.between(rows, made, rules);
	const shares = new Map<string, Share>();
	for (const group of yield* groupsOf(rows, links)) {
		yield;
		for (const [row, share] of shareGroup(group, links, now)) shares.set(row.name, share);
	}
	return shares;
}

function* groupsOf(rows: AskedRow[], links: Links): Generator<undefined, Group[], unknown> {
	const sets = new Sets(links.items.length + rows.length);
	const nodeOf = (position: number) => links.items.length + position;
	for (const [position, row] of rows.entries()) {
		yield;
		for (const [first, end] of links.rangesOf(row)) {
			sets.joinRange(first, end);
			sets.join(first, nodeOf(position));
		}
	}
	const groups = new Map<number, Group>();
	for (const [position, row] of rows.entries()) {
		const root = sets.rootOf(nodeOf(position));
		groups.set(root, groups.get(root) ?? { rows: [], items: [] });
		groups.get(root)!.rows.push(row);
	}
	for (const place of links.items.keys()) {
		if (place % GIVE_WAY_EVERY === 0) yield;
		groups.get(sets.rootOf(place))?.items.push(place);
	}
	return [...groups.values()];
}

function shareGroup({ rows, items }: Group, links: Links, now?: number): Map<AskedRow, Share> {
	const all = (shareOf: (row: AskedRow) => Share) =>
		new Map(rows.map((row) => [row, shareOf(row)]));
	const dealt = deal(rows, items, links, now);
	if (dealt === undefined) {
		return all((row) => ({ is: 'inDoubt', candidates: idsOf(row, links, MAX_CANDIDATES) }));
	}
	const isShort = items.length < rows.length;
	const isSending = rows.length > 1 && rows.some((row) => row.isSending);
	if (isSending || (isShort && rows.some((row) => row.isHeld))) {
		return all((row) => ({ is: 'held', candidates: idsOf(row, links, MAX_CANDIDATES) }));
	}
	return all((row) => {
		const own = dealt.get(row);
		if (own === undefined) return { is: 'notDone', others: idsOf(row, links, Infinity) };
		return { is: 'made', item: own.item };
	});
}

/** Ids of additions that may be a row's. */
function idsOf(row: AskedRow, links: Links, most: number): string[] {
	const some = links
		.rangesOf(row)
		.flatMap(([first, end]) => links.items.slice(first, Math.min(end, first + most)));
	return [...new Set(some.map(({ item }) => item.addition._id))].slice(0, most);
}

/**
 * Gives every item to a row that certainly may have made it, each row one at most, by augmenting paths: so it is
 * found wherever it can be done.
 *
 * @returns undefined where it cannot
 */
function deal(rows: AskedRow[], places: number[], links: Links, now?: number) {
	if (places.length > rows.length) return undefined;
	const ordered = [...rows].sort(byLikelihood);
	const items = new Map<AskedRow, MadeItem>();
	const namers = new Map(rows.map((row) => [row.named, row]));
	const namerOf = ({ item }: MadeItem) => namers.get(item.addition._id);
	const give = (item: MadeItem, tried: Set<AskedRow>): boolean => {
		const may = ordered.filter((row) => !tried.has(row) && links.isCertain(row, item, now));
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
	const made = places
		.map((place) => links.items[place])
		.sort((one, other) => byNamer(one, other) || byTime(one, other));
	return made.every((item) => give(item, new Set())) ? items : undefined;
}

const lastAsking = ({ spans }: AskedRow) => Math.max(...spans.map(({ from }) => from));

/** What is said to be done comes first, and of the others the one that was asked for last before it was made. */
const byLikelihood = (one: AskedRow, other: AskedRow) =>
	Number(other.isMade ?? false) - Number(one.isMade ?? false) ||
	lastAsking(other) - lastAsking(one) ||
	compareTexts(one.name, other.name);

/** Disjoint sets of the numbers from 0 on. */
class Sets {
	private readonly parents: number[];

	/** The last number of the run of joined ones that begins here, as far as is known. */
	private readonly runEnds: number[];

	constructor(size: number) {
		this.parents = Array.from({ length: size }, (_, one) => one);
		this.runEnds = [...this.parents];
	}

	/** The same for all of a set, and for no other. */
	rootOf(one: number): number {
		return follow(this.parents, one);
	}

	join(one: number, other: number): void {
		this.parents[this.rootOf(one)] = this.rootOf(other);
	}

	/** Joins all from `first` to before `end`; however ranges overlap, each step between two numbers is taken once. */
	joinRange(first: number, end: number): void {
		for (
			let last = follow(this.runEnds, first);
			last < end - 1;
			last = follow(this.runEnds, last)
		) {
			this.join(last, last + 1);
			this.runEnds[last] = last + 1;
		}
	}
}

/** To the end of a chain, which is made shorter on the way. */
function follow(chain: number[], from: number): number {
	let one = from;
	while (chain[one] !== one) {
		chain[one] = chain[chain[one]];
		one = chain[one];
	}
	return one;
}
