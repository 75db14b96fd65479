import { identifierKeys } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { isOther, readItems } from '../additions/item';
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
	const [then, now] = [names.then, names.now].map((all) => new Set(identifierKeys(all)));
	const isAmong = (all: Set<string>) => identifierKeys([identifier]).some((one) => all.has(one));
	return isAmong(then) && (isAmong(now) || [...now].every((one) => then.has(one)));
}

/** What was seen before anything is concluded. */
export interface Look {
	found: KeyedList;
	/** All rows of the account in doubt, before the list was read. */
	inDoubt: DoubtfulRow[];
	/** Items that no key owns. */
	unowned: AdditionItem[];
	at: number;
}

/** Leaves out what keys own already. */
export function* readLook(found: KeyedList, inDoubt: DoubtfulRow[]): Protocol<Look> {
	const isWanted = (item: AdditionItem) => inDoubt.some(({ charge }) => !isOther(charge, item));
	const items = found.additions.flatMap(readItems).filter(isWanted);
	const ids = [...new Set(items.map(({ addition }) => addition._id))];
	const owners = ids.length > 0 ? yield* readOwners(ids) : [];
	const owned = new Set(owners.filter(hasPaid).map(({ additionId }) => additionId));
	const unowned = items.filter(({ addition }) => !owned.has(addition._id));
	return { found, inDoubt, unowned, at: yield* now() };
}

/** What may be the result of the request of a row, and whether that is certain. */
export function candidatesOf(row: DoubtfulRow, { found, unowned, at }: Look) {
	const { charge, askedAt } = row;
	const asked = found.clockOffset === undefined ? undefined : askedAt + found.clockOffset;
	return unowned.flatMap((item) => {
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
	{ askedAt, claim }: KeyRow,
	{ at }: Look,
	{ holdMs, isAlive }: ResolveRules,
) => isAlive(claim) || at - askedAt < holdMs;
