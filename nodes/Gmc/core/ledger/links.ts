import type { Charge } from '../additions/charge';
import { chargeKeys, valueKey } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { keyOfAnybody, keysOfAnybody, keysOfItem, keysOfMaybe } from '../additions/chargeIndex';
import { comparable, isOther, isReadable } from '../additions/item';
import type { Protocol } from './effects';
import { giveWay } from './effects';
import type { Entry } from './entry';
import { isUnreadable } from './entry';

/** Items per slice of a computation. A slice is much shorter than what n8n's event loop can wait for. */
export const GIVE_WAY_EVERY = 500;

/** When a row made its addition, if it did: from its request to the end of its hold. */
interface Span {
	from: number;
	until: number;
}

/** A row that was sent, and whose outcome is open. */
export interface OpenRow {
	name: string;
	/** With every known identifier of the customer. */
	charge: Charge;
	/** By GMC's clock, one for each request. Empty if that clock is not known. */
	spans: Span[];
	/** Whether its request may still be under way, or the list may not show the addition yet. */
	isHeld: boolean;
	/** Whether another run is sending it now, and will get its answer. */
	isSending: boolean;
	/** Whether a person has set it to paid. */
	isReportedPaid?: boolean;
	/** The addition that GMC's answer has named, whatever it reads like, and before it is known who else names it. */
	namedAddition?: string;
	/** Ids of the additions that were listed before its request, if somebody has looked. */
	listedBefore?: ReadonlySet<string>;
	/** Whether an addition for this identifier is for the row's customer. */
	isSameCustomer: (identifier: string) => boolean;
}

/** An item of GMC's list. */
export interface MadeItem {
	item: AdditionItem;
	/** By GMC's clock. Undefined if it cannot be read. */
	madeAt?: number;
	/** Whether that time has a zone. One without may be hours wrong. */
	isZoned: boolean;
}

/** How exact times are. */
export interface ClockRules {
	/** In milliseconds. GMC may give whole seconds, and the offset of its clock is about as exact. */
	toleranceMs: number;
	/** In milliseconds. An addition made this long before a request, or after its hold, was not made by it. */
	doubtMs: number;
	/** What GMC's clock shows, in epoch milliseconds. Undefined if that clock is not known. */
	now?: number;
}

export const CLOCK_RULES: ClockRules = { toleranceMs: 3_000, doubtMs: 600_000 };

/** For each row, the items that it may have made, judged by content and time. */
export type Links = Map<OpenRow, MadeItem[]>;

/** Runs in slices, because there may be a hundred thousand items. */
export function* linksBetween(
	rows: OpenRow[],
	made: MadeItem[],
	{ doubtMs }: ClockRules,
): Protocol<Links> {
	const byKey = new Map<string, MadeItem[]>();
	for (const [position, one] of made.entries()) {
		if (position % GIVE_WAY_EVERY === 0) yield* giveWay();
		for (const key of keysOfListed(one.item)) {
			const known = byKey.get(key);
			if (known === undefined) byKey.set(key, [one]);
			else known.push(one);
		}
	}
	const links: Links = new Map();
	for (const row of rows) {
		yield* giveWay();
		const items = [...new Set(keysOfRow(row).flatMap((key) => byKey.get(key) ?? []))];
		const own = items.filter((one) => mayBeOf(row, one, doubtMs));
		// What reads the same counts before what the answer has named.
		const equal = own.filter(({ item }) => mayEqual(row.charge, item));
		links.set(row, equal.length > 0 ? equal : own);
	}
	return links;
}

const namedKey = (additionId: string): string => `named ${additionId}`;

function keysOfListed(item: AdditionItem): string[] {
	const ofValue = isReadable(item) ? valueKey(item) : keyOfAnybody(item);
	return [ofValue, ...keysOfItem(item), namedKey(item.addition._id)];
}

/** If only one identifier of a customer is known, GMC may list the addition under the other one. */
const keysOfRow = ({ charge, namedAddition }: OpenRow): string[] => [
	...(charge.identifiers.length > 1
		? [...chargeKeys(charge), ...keysOfMaybe(charge).flat()]
		: [valueKey(charge), ...keysOfAnybody(charge)]),
	...(namedAddition === undefined ? [] : [namedKey(namedAddition)]),
];

function mayBeOf(
	{ charge, spans, listedBefore, namedAddition }: OpenRow,
	{ item, madeAt, isZoned }: MadeItem,
	doubtMs: number,
): boolean {
	// GMC has said so. It may round an amount, mask a tax ID, or date it by another clock (service.md 2.2, 2.4). And it may
	// have paid another customer than was asked for.
	if (item.addition._id === namedAddition) return true;
	const isTimed = madeAt !== undefined && isZoned && spans.length > 0;
	if (isTimed && !isWithin(spans, madeAt, doubtMs)) return false;
	return !listedBefore?.has(item.addition._id) && mayEqual(charge, item);
}

/** Whether nothing of the item that can be read and compared differs from the charge. */
const mayEqual = (charge: Charge, item: AdditionItem): boolean =>
	!isOther(charge, comparable(charge, item));

/** Whether an entry can have made the item. If not, it names it by mistake: GMC, or a person, has given it a wrong id. */
export const mayHaveMade = (entry: Entry, item: AdditionItem): boolean =>
	isUnreadable(entry) || mayEqual(entry.charge, item);

/** @param now a time in the future was read in the wrong zone */
const isWithin = (spans: Span[], madeAt: number, marginMs: number, now = Infinity): boolean =>
	spans.some(
		({ from, until }) => madeAt >= from - marginMs && madeAt <= Math.min(until, now) + marginMs,
	);

/** Whether a linked item was made by the row or by an equal one, and not by somebody else. */
export function isCertain(
	{ charge, isSameCustomer, listedBefore, spans }: OpenRow,
	{ item, madeAt, isZoned }: MadeItem,
	{ toleranceMs, now = -Infinity }: ClockRules,
): boolean {
	const { identifier } = comparable(charge, item);
	// One that the row's answer has named may read otherwise.
	if (!isReadable(item) || !mayEqual(charge, item)) return false;
	if (identifier === undefined || !isSameCustomer(identifier)) return false;
	const isTimed = madeAt !== undefined && isZoned && spans.length > 0;
	// Without a usable time, it is enough that the item was not listed before.
	if (!isTimed && listedBefore !== undefined) return true;
	return madeAt !== undefined && isWithin(spans, madeAt, toleranceMs, now);
}

/** A fixed order, whatever the list's is, so that two runs deal items out in the same way. */
export const byTime = (one: MadeItem, other: MadeItem) =>
	(one.madeAt ?? Infinity) - (other.madeAt ?? Infinity) ||
	compareTexts(one.item.itemId, other.item.itemId);

export const compareTexts = (one: string, other: string): number =>
	one < other ? -1 : Number(one > other);
