import { comparable, isOther, isReadable } from '../additions/item';
import type { Charge } from '../additions/charge';
import { chargeKeys, shareIdentifier, valueKey } from '../additions/charge';
import { isTooLongForTaxId, looksLikeTaxId } from '../customers/taxId';
import type { AdditionItem } from '../additions/item';
import type { Protocol } from './effects';
import { giveWay } from './effects';

/** Items per slice of a computation. A slice is much shorter than what n8n's event loop can wait for. */
export const GIVE_WAY_EVERY = 500;

/** For each row, the items that it may have made, judged by content and time. */
export type Links = Map<OpenRow, MadeItem[]>;

/** Runs in slices, because there may be a hundred thousand items. */
export function* linksBetween(
	rows: OpenRow[],
	made: Iterable<MadeItem>,
	{ doubtMs }: ClockRules,
): Protocol<Links> {
	const byKey = new Map<string, MadeItem[]>();
	const put = (key: string, one: MadeItem) => {
		const known = byKey.get(key);
		if (known === undefined) byKey.set(key, [one]);
		else known.push(one);
	};
	let count = 0;
	for (const one of made) {
		if (count++ % GIVE_WAY_EVERY === 0) yield* giveWay();
		const { item } = one;
		if (!isReadable(item)) put(UNREADABLE, one);
		else {
			put(valueKey(item), one);
			for (const key of chargeKeys({ ...item, identifiers: [item.identifier] })) put(key, one);
		}
		put(namedKey(item.addition._id), one);
	}
	const links: Links = new Map();
	for (const row of rows) {
		yield* giveWay();
		const items = [...new Set(keysOf(row).flatMap((key) => byKey.get(key) ?? []))];
		const own = items.filter((one) => mayBeOf(row, one, doubtMs));
		// What reads the same counts before what the answer has named.
		const equal = own.filter(({ item }) => mayEqual(row.charge, item));
		links.set(row, equal.length > 0 ? equal : own);
	}
	return links;
}

const UNREADABLE = '';

/** If only one identifier of a customer is known, GMC may list the addition under the other one. */
const keysOf = ({ charge, namedAddition }: OpenRow): string[] => [
	...(charge.identifiers.length > 1 ? chargeKeys(charge) : [valueKey(charge)]),
	...(namedAddition === undefined ? [] : [namedKey(namedAddition)]),
	UNREADABLE,
];

/** Whether it is surely another customer's, by a whole tax ID or an `_id`. */
function isOfOther(charge: Charge, item: AdditionItem): boolean {
	const { identifier } = comparable(charge, item);
	if (identifier === undefined) return false;
	const isWhole = looksLikeTaxId(identifier) || isTooLongForTaxId(identifier);
	return isWhole && !shareIdentifier(charge.identifiers, [identifier]);
}

const namedKey = (additionId: string): string => `named ${additionId}`;

function mayBeOf(
	{ charge, spans, listedBefore, namedAddition }: OpenRow,
	one: MadeItem,
	doubtMs: number,
): boolean {
	const { item, madeAt, isZoned } = one;
	// GMC has said so. It may round an amount, mask a tax ID, or date it by another clock (service.md 2.2, 2.4).
	if (item.addition._id === namedAddition) return !isOfOther(charge, item);
	const isOfTime =
		madeAt === undefined ||
		!isZoned ||
		spans.length === 0 ||
		spans.some(({ from, until }) => madeAt >= from - doubtMs && madeAt <= until + doubtMs);
	if (!isOfTime || listedBefore?.has(item.addition._id)) return false;
	return mayEqual(charge, item);
}

/** Whether nothing of the item that can be read and compared differs from the charge. */
const mayEqual = (charge: Charge, item: AdditionItem): boolean =>
	!isOther(charge, comparable(charge, item));

/**
 * Whether a linked item was made by the row or by an equal one, and not by somebody else.
 *
 * @param now by GMC's clock. Undefined if that clock is not known
 */
export function isCertain(
	row: OpenRow,
	{ item, madeAt, isZoned }: MadeItem,
	{ toleranceMs, now = -Infinity }: ClockRules & { now?: number },
): boolean {
	if (!isEqual(row, item)) return false;
	const { listedBefore, spans } = row;
	const isTimed = madeAt !== undefined && isZoned && spans.length > 0;
	// Without a usable time, it is enough that the item was not listed before.
	if (!isTimed && listedBefore !== undefined) return true;
	if (madeAt === undefined) return false;
	// A time in the future was read in the wrong zone.
	return spans.some(
		({ from, until }) =>
			madeAt >= from - toleranceMs && madeAt <= Math.min(until, now) + toleranceMs,
	);
}

function isEqual({ charge, isSameCustomer }: OpenRow, item: AdditionItem): boolean {
	const { identifier } = comparable(charge, item);
	// One that the row's answer has named may read otherwise.
	const isSame = isReadable(item) && mayEqual(charge, item);
	return isSame && identifier !== undefined && isSameCustomer(identifier);
}

/** A fixed order, whatever the list's is, so that two runs deal items out in the same way. */
export const byTime = (one: MadeItem, other: MadeItem) =>
	(one.madeAt ?? Infinity) - (other.madeAt ?? Infinity) ||
	compareTexts(one.item.itemId, other.item.itemId);

export const compareTexts = (one: string, other: string): number =>
	one < other ? -1 : Number(one > other);

/** When a row made its addition, if it did: from its request to the end of its hold. */
export interface Span {
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

/** How exact times are, in milliseconds. */
export interface ClockRules {
	/** GMC may give whole seconds, and the offset of its clock is about as exact. */
	toleranceMs: number;
	/** An addition made this long before a request, or after its hold, was not made by it. */
	doubtMs: number;
}

export const CLOCK_RULES: ClockRules = { toleranceMs: 3_000, doubtMs: 600_000 };
