import { comparable } from '../additions/answer';
import { chargeKeys, valueKey } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { isOther, isReadable } from '../additions/item';
import type { Charge } from '../additions/charge';

/** Items; far less than what n8n's event loop can wait for. */
export const GIVE_WAY_EVERY = 500;

/** Items that no row can tell apart but by their time. */
interface Bucket {
	items: MadeItem[];
	/** Times of the first items, rising. The items behind them may be of any time. */
	times: number[];
	/** Of the first item, among all. */
	offset: number;
}

/** Which items may be whose, by content and by time. */
export class Links {
	/** Those of one bucket stand together, by time. */
	readonly items: MadeItem[] = [];

	private readonly byKey = new Map<string, Bucket[]>();

	private readonly unreadable: Bucket[] = [];

	private constructor(private readonly rules: ClockRules) {}

	/** Gives way after every so many items: there may be a hundred thousand. */
	static *between(
		rows: AskedRow[],
		made: Iterable<MadeItem>,
		rules: ClockRules,
	): Generator<undefined, Links, unknown> {
		const baselines = [...new Set(rows.flatMap(({ before }) => before ?? []))];
		const alike = new Map<string, MadeItem[]>();
		let count = 0;
		for (const one of made) {
			if (count++ % GIVE_WAY_EVERY === 0) yield;
			const { addition, amount, currency, identifier } = one.item;
			const knownTo = baselines.map((ids) => ids.has(addition._id));
			const name = JSON.stringify([amount, currency, identifier, knownTo]);
			const group = alike.get(name);
			if (group === undefined) alike.set(name, [one]);
			else group.push(one);
		}
		const links = new Links(rules);
		for (const group of alike.values()) {
			yield;
			links.addBucket(group);
		}
		return links;
	}

	private addBucket(group: MadeItem[]): void {
		const isTimed = ({ madeAt, isZoned }: MadeItem) => madeAt !== undefined && isZoned;
		const timed = group.filter(isTimed).sort(byTime);
		const items = [...timed, ...group.filter((one) => !isTimed(one)).sort(byTime)];
		const times = timed.map(({ madeAt }) => madeAt!);
		const bucket = { items, times, offset: this.items.length };
		this.items.push(...items);
		const [{ item }] = items;
		if (!isReadable(item)) return void this.unreadable.push(bucket);
		const charge = { ...item, identifiers: [item.identifier] };
		for (const key of [valueKey(charge), ...chargeKeys(charge)]) {
			const known = this.byKey.get(key);
			if (known === undefined) this.byKey.set(key, [bucket]);
			else known.push(bucket);
		}
	}

	/** The items that may be a row's, as ranges of `items`, each without its end. */
	rangesOf({ charge, spans, before }: AskedRow): Array<[first: number, end: number]> {
		// Who is known by one identifier only may be listed under the other.
		const keys = charge.identifiers.length > 1 ? chargeKeys(charge) : [valueKey(charge)];
		const buckets = new Set(keys.flatMap((key) => this.byKey.get(key) ?? []));
		return [...buckets, ...this.unreadable].flatMap(({ items, times, offset }) => {
			const [{ item }] = items;
			if (before?.has(item.addition._id) || isOther(charge, comparable(charge, item))) return [];
			const anyTime = [times.length, items.length];
			const ranges = spans.map(({ from, until }) => [
				firstFrom(times, from - this.rules.doubtMs),
				firstFrom(times, until + this.rules.doubtMs + 1),
			]);
			return [...(spans.length > 0 ? ranges : [[0, times.length]]), anyTime]
				.filter(([first, end]) => first < end)
				.map(([first, end]): [number, number] => [offset + first, offset + end]);
		});
	}

	/**
	 * Whether an item that may be a row's is its own, unless an equal row has made it.
	 *
	 * @param now epoch milliseconds by the service's clock; undefined: nobody knows
	 */
	isCertain(row: AskedRow, { item, madeAt, isZoned }: MadeItem, now = -Infinity): boolean {
		if (!this.isMeant(row, item)) return false;
		const { before, spans } = row;
		const isTimed = madeAt !== undefined && isZoned && spans.length > 0;
		// Not there before: that tells where its time does not.
		if (!isTimed && before !== undefined) return true;
		if (madeAt === undefined) return false;
		const { toleranceMs } = this.rules;
		// What is ahead of the clock was read in another zone than its own.
		return spans.some(
			({ from, until }) =>
				madeAt >= from - toleranceMs && madeAt <= Math.min(until, now) + toleranceMs,
		);
	}

	private readonly meant = new Map<AskedRow, Map<string, boolean>>();

	/** Equal in all, and for the customer that was meant. Asked often, for few customers. */
	private isMeant(row: AskedRow, item: AdditionItem): boolean {
		if (!isReadable(item)) return false;
		const { identifier } = item;
		const known = this.meant.get(row) ?? new Map<string, boolean>();
		this.meant.set(row, known);
		if (!known.has(identifier)) {
			const told = comparable(row.charge, item);
			known.set(identifier, told.identifier !== undefined && row.isMeant(told.identifier));
		}
		return known.get(identifier)!;
	}
}

/** The items that may be of one of the rows. Gives way now and then. */
export function* linkedItems(
	rows: AskedRow[],
	made: Iterable<MadeItem>,
	rules: ClockRules,
): Generator<undefined, MadeItem[], unknown> {
	const links = yield* Links.between(rows, made, rules);
	const ranges: Array<[number, number]> = [];
	for (const row of rows) {
		yield;
		ranges.push(...links.rangesOf(row));
	}
	const linked: MadeItem[] = [];
	let end = 0;
	for (const [first, last] of ranges.sort(([one], [other]) => one - other)) {
		for (const one of links.items.slice(Math.max(first, end), last)) linked.push(one);
		end = Math.max(end, last);
	}
	return linked;
}

/** In one order, however the list comes: two runs must not share items out in two ways. */
export const byTime = (one: MadeItem, other: MadeItem) =>
	(one.madeAt ?? Infinity) - (other.madeAt ?? Infinity) ||
	compareTexts(one.item.claim, other.item.claim);

export const compareTexts = (one: string, other: string): number =>
	one < other ? -1 : Number(one > other);

/** The place of the first time that is not before `from`. @param times rising */
function firstFrom(times: number[], from: number): number {
	let [low, high] = [0, times.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle] < from) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** When something was made by a row, if it was: from its asking to the end of its hold. Epoch milliseconds. */
export interface Span {
	from: number;
	until: number;
}

/** What was asked for under one name, and its fate is open. */
export interface AskedRow {
	name: string;
	/** The customer by every identifier that anybody knows of. */
	charge: Charge;
	/** By the service's clock, one for each time it was asked for; empty where that clock is not known. */
	spans: Span[];
	/** Whether a request may be under way still, or the list may not show yet what it has made. */
	isHeld: boolean;
	/** Whether another run is sending it right now, and will be told what it has made. */
	isSending: boolean;
	/** Whether people have said that it is done. */
	isMade?: boolean;
	/** The addition that an answer has named, where it is not known yet who else names it. */
	named?: string;
	/** Ids of additions that were there before it was asked for, as far as somebody has looked. */
	before?: ReadonlySet<string>;
	/** Whether an item for this customer is surely for the one that was meant. */
	isMeant: (identifier: string) => boolean;
}

/** An item of an addition that nobody owns. */
export interface MadeItem {
	item: AdditionItem;
	/** Epoch milliseconds by the service's clock; undefined: cannot be read. */
	madeAt?: number;
	/** Whether that time names its zone: one that does not may be hours wrong. */
	isZoned: boolean;
}

/** How well a clock is known, in milliseconds. */
export interface ClockRules {
	/** A service may tell whole seconds, and its offset is known about as well. */
	toleranceMs: number;
	/** What was made this long before a request, or after its hold, was surely not made by it. */
	doubtMs: number;
}

export const CLOCK_RULES: ClockRules = { toleranceMs: 3_000, doubtMs: 600_000 };
