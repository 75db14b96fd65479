import { identifierKeys, shareIdentifier } from '../additions/charge';
import { hasFailed, readItems } from '../additions/item';
import { looksLikeTaxId } from '../customers/taxId';
import { groupBy } from '../util/groupBy';
import type { ClaimRules } from './claim';
import { claimHoldMs, heldUntilOf } from './hold';
import type { Listing, Protocol } from './effects';
import { inSlices, readBy } from './effects';
import type { Entry, NamedRow } from './entry';
import {
	hasFailedAddition,
	hasPaid,
	isSameClaim,
	isUnreadable,
	nameOf,
	namesAddition,
} from './entry';
import { GIVE_WAY_EVERY, linksBetween } from './links';
import type { ClockRules, Links, MadeItem, OpenRow } from './links';

export interface ResolveRules extends ClaimRules {
	/** Whether the run that made a claim is known to be at work, so that its claim stays. */
	isAtWork: (claim: string) => boolean;
	/** How often the ledger is read while another run is sending. */
	maxPolls: number;
	clock: ClockRules;
	/** Reject what is proven not done instead of claiming it, because another execution may send it again. */
	rejectOnly?: boolean;
	/** Ids of the additions that GMC had listed before this run sent its rows, if it has looked. */
	listedBefore?: ReadonlySet<string>;
	/** Whether several customers have this tax ID, so that it tells none of them. */
	isShared: (taxId: string) => boolean;
}

/** Whether another run is sending the row, or crashed while it was. */
export const isSentByOther = ({ outcome, claim }: Entry, { isOurs }: ClaimRules): boolean =>
	outcome === 'sending' && !isOurs(claim);

/** An open entry. Its charge has every known identifier of the customer. */
interface OpenEntry extends Entry {
	/** The customer's identifiers when the name was claimed, and the current ones, if they are known. */
	identifiers?: { then: string[]; now: string[] };
}

/** Adds the current identifiers of the customer, because GMC may list additions under these. */
export function withCurrentIdentifiers(entry: Entry, row: NamedRow | undefined): OpenEntry {
	if (row === undefined) return entry;
	const [then, now] = [entry.charge.identifiers, row.charge.identifiers];
	const charge = { ...entry.charge, identifiers: [...new Set([...then, ...now])] };
	return { ...entry, charge, identifiers: { then, now } };
}

/**
 * Whether an addition for this identifier is for the customer of the entry. A tax ID may belong to another customer, or
 * to a second one, since the name was claimed.
 */
function isSameCustomer(
	{ charge, identifiers }: OpenEntry,
	identifier: string,
	{ isShared }: ResolveRules,
): boolean {
	// A shared tax ID proves nothing, unless the row itself has named its customer by it.
	const [given] = charge.identifiers;
	if (isShared(identifier) && !shareIdentifier([given], [identifier])) return false;
	if (identifiers === undefined) return true;
	// An `_id` never moves to another customer.
	const [id, ...others] = identifiers.then;
	const wasOnlyId = others.length === 0 && !looksLikeTaxId(id) && identifiers.now.includes(id);
	const then = new Set(identifierKeys(identifiers.then));
	const now = new Set(identifierKeys(identifiers.now));
	const isAmong = (all: Set<string>) => identifierKeys([identifier]).some((one) => all.has(one));
	if (wasOnlyId) return isAmong(now);
	return isAmong(then) && (isAmong(now) || [...now].every((one) => then.has(one)));
}

/** The state of ledger and list from which conclusions are drawn. */
export interface Snapshot {
	/** Open entries by name, as they were after the list was read. */
	open: Map<string, OpenEntry[]>;
	/** The open rows, each with the unowned items of the list that may be its own. */
	links: Links;
	/** Whether the hold of an entry has not ended, or its run is at work. */
	isHeld: (entry: Entry) => boolean;
	/** Whether the entry had already named an addition. */
	hadAddition: (entry: Entry) => boolean;
	/** By GMC's clock. Undefined if that clock is not known. */
	serviceAt?: number;
}

/**
 * Leaves out additions that entries own, and names that own one by now.
 *
 * @param before the open entries before the list was read
 * @param after the open entries after it
 * @param at a time before the list was read
 */
export function* takeSnapshot(
	found: Listing,
	{ before, after, at }: { before: OpenEntry[]; after: OpenEntry[]; at: number },
	rules: ResolveRules,
): Protocol<Snapshot> {
	// The list may not show yet what an entry has made that was not there before it.
	const wasThere = (entry: Entry) => before.some((one) => isSameClaim(one, entry));
	const isHeld = (entry: Entry) =>
		!hasPaid(entry) &&
		(rules.isAtWork(entry.claim) || !wasThere(entry) || at < heldUntilOf(entry, rules));
	const hadAddition = (entry: Entry) =>
		after.some((one) => isSameClaim(one, entry) && namesAddition(one));
	const clockOffset = yield* inSlices(trustedOffset(found, at, rules.clock));
	const toRow = (entries: OpenEntry[]) => toOpenRow(entries, { isHeld, clockOffset, rules });
	const openRows = [...byName(after).values()].map(toRow);
	const linked = yield* inSlices(linksBetween(openRows, unfailedItems(found), rules.clock));
	const ids = [...new Set([...linked.values()].flat().map(({ item }) => item.addition._id))];
	const owners = ids.length > 0 ? yield* readBy({ do: 'readOwners', additionIds: ids }) : [];
	const ownersOf = groupBy(owners, ({ additionId = '' }) => additionId);
	const settled = new Set(owners.filter(hasPaid).map(nameOf));
	const open = byName(after.filter((entry) => !settled.has(nameOf(entry))));
	// An addition that has failed for a name, and has moved money after all, is still that name's.
	const isOwner = (one: Entry, name: string) =>
		hasPaid(one) || (hasFailedAddition(one) && nameOf(one) !== name);
	const isFreeFor = (name: string) => (one: MadeItem) =>
		!ownersOf(one.item.addition._id).some((owner) => isOwner(owner, name));
	const links = [...linked].filter(([{ name }]) => open.has(name));
	return {
		open,
		links: new Map(links.map(([row, items]) => [row, items.filter(isFreeFor(row.name))])),
		isHeld,
		hadAddition,
		serviceAt: clockOffset === undefined ? undefined : at + clockOffset,
	};
}

/**
 * GMC's clock minus n8n's. If an addition has a date in the future, the clock that dates additions is not the one that
 * dates answers (a proxy may), so the offset is unknown.
 */
function* trustedOffset(
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

function byName(entries: OpenEntry[]): Map<string, OpenEntry[]> {
	const sorted = [...entries].sort((one, other) => one.id - other.id);
	const entriesOf = groupBy(sorted, nameOf);
	return new Map(sorted.map((entry) => [nameOf(entry), entriesOf(nameOf(entry))]));
}

/** A failed addition moved no money, so it belongs to no row. */
function* unfailedItems({ additions, madeAt, isZoned }: Listing): Generator<MadeItem> {
	for (const addition of additions) {
		for (const item of readItems(addition)) {
			if (hasFailed(addition, item.itemId)) continue;
			yield { item, madeAt: madeAt(addition), isZoned: isZoned(addition) };
		}
	}
}

/** Entries of one name stand for one row. */
function toOpenRow(
	entries: OpenEntry[],
	{
		isHeld,
		clockOffset,
		rules,
	}: Pick<Snapshot, 'isHeld'> & { clockOffset?: number; rules: ResolveRules },
): OpenRow {
	const last = entries[entries.length - 1];
	const identifiers = [...new Set(entries.flatMap(({ charge }) => charge.identifiers))];
	const spanOf = (entry: OpenEntry, offset: number) => {
		const until = heldUntilOf(entry, rules);
		// If `askedAt` was edited, the end of the hold tells when it was at the latest.
		const from = isUnreadable(entry) ? until - claimHoldMs(rules) : entry.askedAt;
		return { from: from + offset, until: until + offset };
	};
	const hasTimes = (entry: OpenEntry) => !isUnreadable(entry) || entry.heldUntil !== undefined;
	const areTimesKnown = clockOffset !== undefined && entries.every(hasTimes);
	const isBeingSent = (entry: Entry) => isSentByOther(entry, rules) && rules.isAtWork(entry.claim);
	return {
		name: nameOf(last),
		charge: { ...last.charge, identifiers },
		spans: areTimesKnown ? entries.map((entry) => spanOf(entry, clockOffset)) : [],
		namedAddition: entries.find(({ additionId }) => additionId !== undefined)?.additionId,
		listedBefore: rules.isOurs(last.claim) ? rules.listedBefore : undefined,
		isHeld: entries.some(isHeld),
		isSending: entries.some(isBeingSent),
		isReportedPaid: entries.some(hasPaid),
		isSameCustomer: (identifier) => isSameCustomer(last, identifier, rules),
	};
}
