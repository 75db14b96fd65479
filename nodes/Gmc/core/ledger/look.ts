import { identifierKeys } from '../additions/charge';
import { hasFailed, readItems } from '../additions/item';
import { looksLikeTaxId } from '../customers/taxId';
import type { ClaimRules } from './claim';
import { claimHoldMs, heldUntilOf } from './hold';
import type { Listing, Protocol } from './effects';
import { inSlices, readOwners } from './effects';
import type { Entry, Wish } from './entry';
import { hasPaid, isNaming, isSameClaim, isUnreadable, nameOf } from './entry';
import { GIVE_WAY_EVERY, linksBetween } from './links';
import type { AskedRow, ClockRules, Links, MadeItem } from './links';

export interface ResolveRules extends ClaimRules {
	/** Whether the run that made a claim is known to be at work, so that its claim is not given up. */
	isAlive: (claim: string) => boolean;
	/** How often the table is looked at while another run is sending. */
	looks: number;
	clock: ClockRules;
	/** Whether what is proven not done is another's to send again: it becomes `rejected`, and is not claimed. */
	isOthers?: boolean;
	/** Ids of the additions that were there before this run sent what it has lost the answer of, where it has looked. */
	before?: ReadonlySet<string>;
}

/** Whether another run is sending the row, or was cut off while it did. */
export const isSending = ({ outcome, claim }: Entry, { isOurs }: ClaimRules): boolean =>
	outcome === 'sending' && !isOurs(claim);

/** A row in doubt, its customer by every identifier that anybody knows of. */
interface DoubtfulRow extends Entry {
	/** What the customer was called when the name was claimed, and what it is called now, where that is known. */
	names?: { then: string[]; now: string[] };
}

/** The row with what the wish of its name calls the customer now: additions are listed by that, too. */
export function calledAsNow(row: Entry, wish: Wish | undefined): DoubtfulRow {
	if (wish === undefined) return row;
	const names = { then: row.charge.identifiers, now: wish.charge.identifiers };
	const identifiers = [...new Set([...names.then, ...names.now])];
	return { ...row, charge: { ...row.charge, identifiers }, names };
}

/**
 * Whether an item is for the customer that was meant: a tax ID may have got another customer, or a second one,
 * since the name was claimed.
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
	/** The rows in doubt, as they were after the list was read, by what they are to pay. */
	inDoubt: Map<string, DoubtfulRow[]>;
	/** The same, as they share in the list, with the items that may be theirs and that nobody owns. */
	links: Links;
	/** Whether a row has not been in doubt for long enough, or its run is at work still. */
	isHeld: (row: Entry) => boolean;
	/** Whether a row named its addition already. */
	wasNaming: (row: Entry) => boolean;
	/** Epoch milliseconds of n8n's clock; the same by the service's, where that is known. */
	at: number;
	serviceAt?: number;
}

/**
 * Leaves out what names own already, and the rows that own it by now.
 *
 * @param before the rows in doubt before the list was read
 * @param after the same after it
 * @param at epoch milliseconds, before the list was read
 */
export function* readLook(
	found: Listing,
	{ before, after, at }: { before: DoubtfulRow[]; after: DoubtfulRow[]; at: number },
	rules: ResolveRules,
): Protocol<Look> {
	// Of what was not there before, the list may say nothing yet.
	const wasThere = (row: Entry) => before.some((one) => isSameClaim(one, row));
	const isHeld = (row: Entry) =>
		!hasPaid(row) && (rules.isAlive(row.claim) || !wasThere(row) || at < heldUntilOf(row, rules));
	const wasNaming = (row: Entry) => after.some((one) => isSameClaim(one, row) && isNaming(one));
	const clockOffset = yield* inSlices(believedOffset(found, at, rules.clock));
	const toAsked = (rows: DoubtfulRow[]) => askedFor(rows, { isHeld, clockOffset, rules });
	const asked = [...byName(after).values()].map(toAsked);
	const linked = yield* inSlices(linksBetween(asked, wantedItems(found), rules.clock));
	const ids = [...new Set([...linked.values()].flat().map(({ item }) => item.addition._id))];
	const owners = (ids.length > 0 ? yield* readOwners(ids) : []).filter(hasPaid);
	const owned = new Set(owners.map(({ additionId }) => additionId));
	const settled = new Set(owners.map(nameOf));
	const inDoubt = byName(after.filter((row) => !settled.has(nameOf(row))));
	const isUnowned = ({ item }: MadeItem) => !owned.has(item.addition._id);
	const links = [...linked].filter(([{ name }]) => inDoubt.has(name));
	return {
		inDoubt,
		links: new Map(links.map(([row, items]) => [row, items.filter(isUnowned)])),
		isHeld,
		wasNaming,
		at,
		serviceAt: clockOffset === undefined ? undefined : at + clockOffset,
	};
}

/**
 * The service's clock less that of n8n. An addition that is dated later than now was dated by another clock than the
 * one that answers tell, such as that of a proxy: then nobody knows by which clock additions are to be looked for.
 */
function* believedOffset(
	{ additions, madeAt, isZoned, clockOffset }: Listing,
	at: number,
	{ doubtMs }: ClockRules,
): Generator<undefined, number | undefined, unknown> {
	if (clockOffset === undefined) return undefined;
	const latest = at + clockOffset + doubtMs;
	for (const [position, addition] of additions.entries()) {
		if (position % GIVE_WAY_EVERY === 0) yield;
		if (isZoned(addition) && (madeAt(addition) ?? latest) > latest) return undefined;
	}
	return clockOffset;
}

function byName(rows: DoubtfulRow[]): Map<string, DoubtfulRow[]> {
	const groups = new Map<string, DoubtfulRow[]>();
	for (const row of [...rows].sort((one, other) => one.id - other.id)) {
		groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
	}
	return groups;
}

/** What has failed moved no money: it has paid for nobody, and whose request it was need not be known. */
function* wantedItems({ additions, madeAt, isZoned }: Listing): Generator<MadeItem> {
	for (const addition of additions) {
		for (const item of readItems(addition)) {
			if (hasFailed(addition, item.claim)) continue;
			yield { item, madeAt: madeAt(addition), isZoned: isZoned(addition) };
		}
	}
}

/** What rows of one name share in a list as. */
function askedFor(
	rows: DoubtfulRow[],
	{
		isHeld,
		clockOffset,
		rules,
	}: Pick<Look, 'isHeld'> & { clockOffset?: number; rules: ResolveRules },
): AskedRow {
	const last = rows[rows.length - 1];
	const identifiers = [...new Set(rows.flatMap(({ charge }) => charge.identifiers))];
	const spanOf = (row: DoubtfulRow, offset: number) => {
		const until = heldUntilOf(row, rules);
		// People have edited the one, and the other tells when it was at the latest.
		const from = isUnreadable(row) ? until - claimHoldMs(rules) : row.askedAt;
		return { from: from + offset, until: until + offset };
	};
	const hasTimes = (row: DoubtfulRow) => !isUnreadable(row) || row.heldUntil !== undefined;
	const areTimesKnown = clockOffset !== undefined && rows.every(hasTimes);
	const isBeingSent = (row: Entry) => isSending(row, rules) && rules.isAlive(row.claim);
	return {
		name: nameOf(last),
		charge: { ...last.charge, identifiers },
		spans: areTimesKnown ? rows.map((row) => spanOf(row, clockOffset)) : [],
		named: rows.find(isNaming)?.additionId,
		before: rules.isOurs(last.claim) ? rules.before : undefined,
		isHeld: rows.some(isHeld),
		isSending: rows.some(isBeingSent),
		isMade: rows.some(hasPaid),
		isMeant: (identifier) => isSurelyMeant(last, identifier),
	};
}
