import { identifierKeys } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { comparable } from '../additions/answer';
import { hasFailed, isClaimed, isOther, readItems } from '../additions/item';
import { looksLikeTaxId } from '../customers/taxId';
import type { KeyedList, Protocol } from './effects';
import { now, readOwners } from './effects';
import type { KeyRow, Wish } from './keyRow';

export interface ResolveRules {
	/** Names this run. */
	claim: string;
	/** Milliseconds for which a row that the list does not show is held back before the list is believed. */
	holdMs: number;
	/** Whether the run that made a claim is known to be at work, so that its claim is not given up. */
	isAlive: (claim: string) => boolean;
	/** How often the table is looked at while another run is sending. */
	looks: number;
	/** Says what would be found out, and writes nothing down: what would be taken over is `free`. */
	looksOnly?: boolean;
}

/** The clock of a service may tell whole seconds, and its offset is known about as well. */
const CLOCK_TOLERANCE_MS = 3_000;
/** What was made this long before a request was surely not made by it. */
const CLOCK_DOUBT_MS = 600_000;

/**
 * Only a row that has paid owns its addition: one that another run has settled may have been called unknown again
 * by its own run, late, and then still names the addition.
 */
export const hasPaid = ({ outcome }: KeyRow): boolean => outcome === 'issued';

/** Whether a run is about to say that the addition named in its claim is its own; see `settleClaims`. */
export const isNaming = ({ outcome, additionId }: KeyRow): boolean =>
	outcome === 'sending' && additionId !== undefined;

/** Whether the addition that a row names is its own, or is so unless two have named the same one. */
export const isTaken = (row: KeyRow): boolean => hasPaid(row) || isNaming(row);

/** A row in doubt, its customer by every identifier that anybody knows of. */
export interface DoubtfulRow extends KeyRow {
	/** What the customer was called when the key was claimed, and what it is called now, where that is known. */
	names?: { then: string[]; now: string[] };
}

/** The row with what the wish of its key calls the customer now: additions are listed by that, too. */
export function calledAsNow(row: KeyRow, wish: Wish | undefined): DoubtfulRow {
	if (wish === undefined) return row;
	const names = { then: row.charge.identifiers, now: wish.charge.identifiers };
	const identifiers = [...new Set([...names.then, ...names.now])];
	return { ...row, charge: { ...row.charge, identifiers }, names };
}

/**
 * Whether an item is for the customer that was meant: a tax ID may have got another customer, or a second one,
 * since the key was claimed.
 */
function isSurelyMeant({ names }: DoubtfulRow, identifier: string): boolean {
	if (names === undefined) return true;
	// Who had asked knew the `_id` alone, which names one customer for good.
	const [id, ...others] = names.then;
	const wasOnlyId = others.length === 0 && !looksLikeTaxId(id) && names.now.includes(id);
	const [then, now] = [names.then, names.now].map((all) => new Set(identifierKeys(all)));
	const isAmong = (all: Set<string>) => identifierKeys([identifier]).some((one) => all.has(one));
	if (wasOnlyId) return isAmong(now);
	return isAmong(then) && (isAmong(now) || [...now].every((one) => then.has(one)));
}

/** What was seen before anything is concluded. */
export interface Look {
	found: KeyedList;
	/** The rows in doubt that share in it, as they were after the list was read. */
	inDoubt: DoubtfulRow[];
	/** Ids of those that were there before: of the others the list may say nothing yet. */
	before: Set<number>;
	/** Items that no key owns. */
	unowned: AdditionItem[];
	at: number;
}

/**
 * Leaves out what keys own already, and the rows that own it by now.
 *
 * @param before the rows in doubt before the list was read
 * @param after the same after it
 */
export function* readLook(
	found: KeyedList,
	before: DoubtfulRow[],
	after: DoubtfulRow[],
): Protocol<Look> {
	// What has failed moved no money: it has paid no key, and whose request it was need not be known.
	const isWanted = (item: AdditionItem) =>
		!hasFailed(item.addition, item.claim) &&
		!isClaimed(item, found.taken ?? new Set()) &&
		after.some(({ charge }) => !isOther(charge, comparable(charge, item)));
	const items = found.additions.flatMap(readItems).filter(isWanted);
	const ids = [...new Set(items.map(({ addition }) => addition._id))];
	const owners = (ids.length > 0 ? yield* readOwners(ids) : []).filter(hasPaid);
	const owned = new Set(owners.map(({ additionId }) => additionId));
	const unowned = items.filter(({ addition }) => !owned.has(addition._id));
	const hasSettled = (row: KeyRow) =>
		owners.some(({ id, ref }) => id === row.id || (row.ref !== '' && ref === row.ref));
	return {
		...{ found, unowned, inDoubt: after.filter((row) => !hasSettled(row)) },
		...{ before: new Set(before.map(({ id }) => id)), at: yield* now() },
	};
}

/** By time: two runs that share out the same additions must not do it in two ways, however the list comes. */
function inOneOrder({ unowned, found: { madeAt } }: Look): AdditionItem[] {
	const timeOf = ({ addition }: AdditionItem) => madeAt(addition) ?? Infinity;
	return [...unowned].sort(
		(one, other) => timeOf(one) - timeOf(other) || (one.addition._id < other.addition._id ? -1 : 1),
	);
}

/** What may be the result of the request of a row, and whether that is certain. */
export function candidatesOf(row: DoubtfulRow, look: Look) {
	const { charge, askedAt } = row;
	const { found, at } = look;
	const asked = found.clockOffset === undefined ? undefined : askedAt + found.clockOffset;
	return inOneOrder(look).flatMap((listed) => {
		const item = comparable(charge, listed);
		if (isOther(charge, item)) return [];
		// By the service's own clock; where either time is not known, the item may be from any time.
		const madeAt = asked === undefined ? undefined : found.madeAt(item.addition);
		const age = madeAt === undefined || asked === undefined ? undefined : asked - madeAt;
		if (age !== undefined && age > CLOCK_DOUBT_MS && found.isZoned(item.addition)) return [];
		const { amount, identifier } = item;
		const isReadable = amount !== undefined && identifier !== undefined;
		const sinceAsked = at - askedAt;
		const isAfter =
			age !== undefined &&
			age <= CLOCK_TOLERANCE_MS &&
			// In the future: its zone was mistaken.
			-age <= sinceAsked + CLOCK_TOLERANCE_MS;
		return [{ item, isCertain: isReadable && isSurelyMeant(row, identifier) && isAfter }];
	});
}

/** Whether a row has not been in doubt for long enough, or its run is at work still. */
export const isHeld = (
	{ id, askedAt, claim }: KeyRow,
	{ at, before }: Look,
	{ holdMs, isAlive }: ResolveRules,
) => isAlive(claim) || !before.has(id) || at - askedAt < holdMs;
