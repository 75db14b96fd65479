import { comparable } from '../additions/answer';
import type { Charge } from '../additions/charge';
import { chargeKeys, valueKey } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { isOther, isReadable } from '../additions/item';

/** Items; far less than what n8n's event loop can wait for. */
export const GIVE_WAY_EVERY = 500;

/** The items that may be of each row, by content and by time. */
export type Links = Map<AskedRow, MadeItem[]>;

/** Finds the items that may be of each row. Gives way now and then: there may be a hundred thousand. */
export function* linksBetween(
	rows: AskedRow[],
	made: Iterable<MadeItem>,
	{ doubtMs }: ClockRules,
): Generator<undefined, Links, unknown> {
	const byKey = new Map<string, MadeItem[]>();
	const put = (key: string, one: MadeItem) => {
		const known = byKey.get(key);
		if (known === undefined) byKey.set(key, [one]);
		else known.push(one);
	};
	let count = 0;
	for (const one of made) {
		if (count++ % GIVE_WAY_EVERY === 0) yield;
		const { item } = one;
		if (!isReadable(item)) put(UNREADABLE, one);
		else {
			put(valueKey(item), one);
			for (const key of chargeKeys({ ...item, identifiers: [item.identifier] })) put(key, one);
		}
	}
	const links: Links = new Map();
	for (const row of rows) {
		yield;
		links.set(
			row,
			[...new Set(keysOf(row).flatMap((key) => byKey.get(key) ?? []))].filter((one) =>
				mayBeOf(row, one, doubtMs),
			),
		);
	}
	return links;
}

const UNREADABLE = '';

/** Who is known by one identifier only may be listed under the other. */
const keysOf = ({ charge }: AskedRow): string[] => [
	...(charge.identifiers.length > 1 ? chargeKeys(charge) : [valueKey(charge)]),
	UNREADABLE,
];

function mayBeOf({ charge, spans, before }: AskedRow, one: MadeItem, doubtMs: number): boolean {
	const { item, madeAt, isZoned } = one;
	const isOfTime =
		madeAt === undefined ||
		!isZoned ||
		spans.length === 0 ||
		spans.some(({ from, until }) => madeAt >= from - doubtMs && madeAt <= until + doubtMs);
	if (!isOfTime || before?.has(item.addition._id)) return false;
	return !isOther(charge, comparable(charge, item));
}

/**
 * Whether an item that may be a row's is its own, unless an equal row has made it.
 *
 * @param now epoch milliseconds by the service's clock; undefined: nobody knows
 */
export function isCertain(
	row: AskedRow,
	{ item, madeAt, isZoned }: MadeItem,
	{ toleranceMs, now = -Infinity }: ClockRules & { now?: number },
): boolean {
	if (!isMeant(row, item)) return false;
	const { before, spans } = row;
	const isTimed = madeAt !== undefined && isZoned && spans.length > 0;
	// Not there before: that tells where its time does not.
	if (!isTimed && before !== undefined) return true;
	if (madeAt === undefined) return false;
	// What is ahead of the clock was read in another zone than its own.
	return spans.some(
		({ from, until }) =>
			madeAt >= from - toleranceMs && madeAt <= Math.min(until, now) + toleranceMs,
	);
}

/** Equal in all, and for the customer that was meant. */
function isMeant({ charge, isMeant: isFor }: AskedRow, item: AdditionItem): boolean {
	const { identifier } = comparable(charge, item);
	return isReadable(item) && identifier !== undefined && isFor(identifier);
}

/** In one order, however the list comes: two runs must not share items out in two ways. */
export const byTime = (one: MadeItem, other: MadeItem) =>
	(one.madeAt ?? Infinity) - (other.madeAt ?? Infinity) ||
	compareTexts(one.item.claim, other.item.claim);

export const compareTexts = (one: string, other: string): number =>
	one < other ? -1 : Number(one > other);

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
