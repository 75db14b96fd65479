import { chargeKeys, identifierKeys, shareIdentifier } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { readItems } from '../additions/item';
import { isFailed } from '../additions/status';
import { looksLikeTaxId } from '../customers/taxId';
import { groupBy, groupsOf } from '../util/groupBy';
import type { ClaimRules } from './claim';
import type { Listing, Protocol } from './effects';
import { giveWay, list, now, read, readBy } from './effects';
import type { Entry, NamedRow } from './entry';
import {
	versionOf,
	hasFailedAddition,
	hasPaid,
	isUnreadable,
	nameOf,
	namesAddition,
} from './entry';
import { claimHoldMs, heldUntilOf } from './hold';
import { GIVE_WAY_EVERY, linksBetween, mayHaveMade } from './links';
import type { ClockRules, MadeItem, OpenRow } from './links';
import type { Share } from './shareOut';
import { shareOut } from './shareOut';

/** What is resolved is not sent, so no neighbours count. */
export interface ResolveRules extends Omit<ClaimRules, 'neighbours'> {
	/** Whether the run that made a claim is known to be at work, so that its claim stays. */
	isAtWork: (claim: string) => boolean;
	/** How often the ledger is read while another run is sending. */
	maxPolls: number;
	clock: ClockRules;
	/** Ids of the additions that GMC had listed before this run sent its rows, if it has looked. */
	listedBefore?: ReadonlySet<string>;
	/** Whether several customers have this tax ID, so that it tells none of them. */
	isShared: (taxId: string) => boolean;
}

/** Whether another run is sending the row, or crashed while it was. */
export const isSentByOther = ({ outcome, claim }: Entry, { isOurs }: ResolveRules): boolean =>
	outcome === 'sending' && !isOurs(claim);

/** What ledger and list together say about open names. */
export interface Snapshot {
	/** The entries of these names, as they were after the list was read. */
	open: Map<string, Entry[]>;
	shares: Map<string, Share>;
	/** Whether a crash has left the entry after it had named its addition. One that names it only now is at work. */
	isAbandoned: (entry: Entry) => boolean;
}

/** @returns undefined if GMC does not give its list */
export function* takeSnapshot(
	rows: NamedRow[],
	rules: ResolveRules,
): Protocol<Snapshot | undefined> {
	const before = yield* readCompetitors(rows);
	// Taken before the list is read, because the list proves nothing about a hold that ends in between.
	const at = yield* now();
	const named = before.flatMap(({ additionId }) => additionId ?? []);
	const found = yield* list(Math.min(listSince(rows, before, rules), at), named);
	if (found === undefined) return undefined;
	// Read again after the list: a run that made what the list shows had written its claim by then.
	const after = yield* readCompetitors(rows);
	const known = new Set(before.map(versionOf));
	// The list may not show yet what an entry has made that was not there before it.
	const isHeld = (entry: Entry) =>
		!hasPaid(entry) &&
		(rules.isAtWork(entry.claim) || !known.has(versionOf(entry)) || at < heldUntilOf(entry, rules));
	const naming = new Set(after.filter(namesAddition).map(versionOf));
	const { made, latest } = yield* itemsOf(found);
	const offset = trustedOffset(found.clockOffset, latest, at, rules.clock);
	const byName = groupsOf(
		[...after].sort((one, other) => one.id - other.id),
		nameOf,
	);
	const open = new Map(byName.map((entries) => [nameOf(entries[0]), entries]));
	const rowOf = new Map(rows.map((row) => [nameOf(row), row]));
	const openRows = [...open].map(([name, entries]) =>
		toOpenRow(entries, rowOf.get(name), { isHeld, offset, rules }),
	);
	const links = yield* linksBetween(openRows, made, rules.clock);
	yield* dropOwned(links, open);
	const serviceAt = offset === undefined ? undefined : at + offset;
	return {
		open,
		shares: yield* shareOut(links, { ...rules.clock, now: serviceAt }),
		isAbandoned: (entry) => !isHeld(entry) && naming.has(versionOf(entry)),
	};
}

/** Leaves out additions that entries own, and names that own one by now. */
function* dropOwned(links: Map<OpenRow, MadeItem[]>, open: Map<string, Entry[]>): Protocol<void> {
	const ids = [...new Set([...links.values()].flat().map(({ item }) => item.addition._id))];
	if (ids.length === 0) return;
	const owners = yield* readBy({ do: 'readOwners', additionIds: ids });
	for (const owner of owners.filter(hasPaid)) open.delete(nameOf(owner));
	const ownersOf = groupBy(owners, ({ additionId = '' }) => additionId);
	for (const [row, items] of links) {
		const refs = new Set((open.get(row.name) ?? []).map(({ chargeRef }) => chargeRef));
		const mayOwn = (one: Entry, item: AdditionItem) =>
			refs.has(one.chargeRef) || mayHaveMade(one, item);
		// An addition that has failed for a name, and has moved money after all, is still that name's.
		const isOwner = (one: Entry, item: AdditionItem) =>
			mayOwn(one, item) && (hasPaid(one) || (hasFailedAddition(one) && nameOf(one) !== row.name));
		const isFree = ({ item }: MadeItem) =>
			!ownersOf(item.addition._id).some((one) => isOwner(one, item));
		if (open.has(row.name)) links.set(row, items.filter(isFree));
		else links.delete(row);
	}
}

/** Open entries of these rows, and all that may have made the same additions: open, or set to `issued` by a person. */
function* readCompetitors(rows: NamedRow[]): Protocol<Entry[]> {
	const open = yield* readBy({ do: 'readOpen' });
	const equal = equalTo(rows, [...open, ...(yield* readBy({ do: 'readUnnamed' }))]);
	const refs = [...new Set(equal.map(({ ref }) => ref))].filter(Boolean);
	const entriesOf = groupBy(yield* read(refs), nameOf);
	// A crash can leave an open claim under a name that has paid.
	return equal.filter((entry) => hasPaid(entry) || !entriesOf(nameOf(entry)).some(hasPaid));
}

/** Entries of equal charge, and those equal to these, and so on: an entry may know a customer by two identifiers. */
function equalTo(rows: NamedRow[], entries: Entry[]): Entry[] {
	const keys = new Set(rows.flatMap(({ charge }) => chargeKeys(charge)));
	let equal: Entry[] = [];
	for (let count = -1; count < equal.length; ) {
		count = equal.length;
		equal = entries.filter(({ charge }) => chargeKeys(charge).some((key) => keys.has(key)));
		for (const { charge } of equal) for (const key of chargeKeys(charge)) keys.add(key);
	}
	return equal;
}

/**
 * The time from which GMC's list is needed. It covers the rows' entries, every entry that may have made the same
 * additions as they, and so on. An old entry that cannot have does not count, so one does not make every run read a month.
 */
function listSince(rows: NamedRow[], competitors: Entry[], rules: ResolveRules): number {
	const names = new Set(rows.map(nameOf));
	const own = competitors.filter((entry) => names.has(nameOf(entry)));
	let since = own.reduce((first, { askedAt }) => Math.min(first, askedAt), Infinity);
	const reachOf = (entry: Entry) => heldUntilOf(entry, rules) + 2 * rules.clock.doubtMs;
	for (const entry of [...competitors].sort((one, other) => reachOf(other) - reachOf(one))) {
		if (reachOf(entry) < since) break;
		since = Math.min(since, entry.askedAt);
	}
	return since;
}

/**
 * GMC's clock minus n8n's. If an addition has a date in the future, the clock that dates additions is not the one that
 * dates answers (a proxy may), so the offset is unknown.
 *
 * @param latest date of an addition that has a zone
 */
const trustedOffset = (
	offset: number | undefined,
	latest: number,
	at: number,
	{ doubtMs }: ClockRules,
) => (offset !== undefined && latest <= at + offset + doubtMs ? offset : undefined);

/** Reads the list's items, in slices. A failed addition moved no money, so it belongs to no row. */
function* itemsOf({
	additions,
	madeAt,
	isZoned,
}: Listing): Protocol<{ made: MadeItem[]; latest: number }> {
	const made: MadeItem[] = [];
	let latest = -Infinity;
	for (const [position, addition] of additions.entries()) {
		if (position % GIVE_WAY_EVERY === 0) yield* giveWay();
		const time = { madeAt: madeAt(addition), isZoned: isZoned(addition) };
		if (time.isZoned) latest = Math.max(latest, time.madeAt ?? latest);
		const items = isFailed(addition) ? [] : readItems(addition).filter((item) => !item.isFailed);
		for (const item of items) made.push({ item, ...time });
	}
	return { made, latest };
}

/**
 * @param entries of one name, which stand for one row
 * @param row of this run, if the name is one of its own
 */
function toOpenRow(
	entries: Entry[],
	row: NamedRow | undefined,
	{
		isHeld,
		offset,
		rules,
	}: { isHeld: (entry: Entry) => boolean; offset?: number; rules: ResolveRules },
): OpenRow {
	const last = entries[entries.length - 1];
	// GMC may list additions under the customer's current identifiers.
	const charges = [...entries.map(({ charge }) => charge), ...(row ? [row.charge] : [])];
	const identifiers = [...new Set(charges.flatMap((charge) => charge.identifiers))];
	const spanOf = (entry: Entry, ahead: number) => {
		const until = heldUntilOf(entry, rules);
		// If `askedAt` was edited, the end of the hold tells when it was at the earliest.
		const from = isUnreadable(entry) ? until - claimHoldMs(rules) : entry.askedAt;
		return { from: from + ahead, until: until + ahead };
	};
	const hasTimes = (entry: Entry) => !isUnreadable(entry) || entry.heldUntil !== undefined;
	const areTimesKnown = offset !== undefined && entries.every(hasTimes);
	const isBeingSent = (entry: Entry) => isSentByOther(entry, rules) && rules.isAtWork(entry.claim);
	return {
		name: nameOf(last),
		charge: { ...last.charge, identifiers },
		spans: areTimesKnown ? entries.map((entry) => spanOf(entry, offset)) : [],
		namedAddition: entries.find(({ additionId }) => additionId !== undefined)?.additionId,
		listedBefore: rules.isOurs(last.claim) ? rules.listedBefore : undefined,
		isHeld: entries.some(isHeld),
		isSending: entries.some(isBeingSent),
		isReportedPaid: entries.some(hasPaid),
		isSameCustomer: (identifier) => isSameCustomer(identifier, last, row, rules),
	};
}

/**
 * Whether an addition for this identifier is for the customer of the entry. A tax ID may belong to another customer, or
 * to a second one, since the name was claimed.
 */
function isSameCustomer(
	identifier: string,
	{ charge: { identifiers: then } }: Entry,
	row: NamedRow | undefined,
	{ isShared }: ResolveRules,
): boolean {
	// A shared tax ID proves nothing, unless the row itself has named its customer by it.
	if (isShared(identifier) && !shareIdentifier(then.slice(0, 1), [identifier])) return false;
	if (row === undefined) return true;
	const now = row.charge.identifiers;
	// An `_id` never moves to another customer.
	const wasOnlyId = then.length === 1 && !looksLikeTaxId(then[0]) && now.includes(then[0]);
	if (wasOnlyId) return shareIdentifier(now, [identifier]);
	const isSubset = identifierKeys(now).every((key) => identifierKeys(then).includes(key));
	return shareIdentifier(then, [identifier]) && (isSubset || shareIdentifier(now, [identifier]));
}
