import type { AdditionItem } from '../additions/item';
import { isOther, readItems } from '../additions/item';
import { isFailed } from '../additions/status';
import type { CustomerDirectory } from '../customers/directory';
import { isTooLongForTaxId } from '../customers/taxId';
import type { Entry } from '../ledger/entry';
import { hasPaid, isOpen, isUnreadable, nameOf, stands } from '../ledger/entry';
import { isUsersName } from '../ledger/refs';
import type { Addition } from '../service/record';
import { groupBy } from '../util/groupBy';
import type { Sliced } from '../util/slices';
import { eachRow } from '../util/slices';
import type { Place, Span } from './period';
import { isWithin } from './period';

/** Why a person must check, in the words of the output. */
export const REASONS = {
	contradicted:
		"The row's 'Idempotency Key' or batch has paid another customer, amount or currency, or another row has it, too. Compare the ledger with GMC",
	open: 'An equal top-up in the ledger is unclear. Run its row again first',
	otherName:
		"Another 'Idempotency Key' or batch has paid an equal top-up. Map 'Idempotency Key' or 'Batch Name' if this row has one",
	notShown: 'The ledger says that it was paid. GMC does not show it, so it may have failed since',
	unreadable:
		'GMC lists a top-up that may be this row, but its time, customer, amount or currency cannot be read for certain',
	incomplete: "GMC's list of this period is incomplete. Choose a shorter period",
	moved:
		'An equal top-up was sent to another customer, who had this tax ID then. Compare the two in GMC',
	failed: 'It has failed: no money moved',
	otherAccount: 'It was sent with another GMC account, or may have been. Look for the top-up there',
};

/** What may be a row: an item of an addition, or an entry that GMC does not list. */
export interface Payment extends AdditionItem {
	/** Missing for an entry that GMC does not list. */
	place?: Place;
	entry?: Entry;
	/** Why it does not prove an equal row. */
	doubt?: keyof typeof REASONS;
}

/** What GMC shows. */
export interface GmcList {
	/** Listed for the period and the days around it, or looked up by id. Each is here once. */
	additions: Addition[];
	isWhole: boolean;
	/** When the list was requested, in epoch milliseconds of n8n's clock. */
	at: number;
	span: Span;
	placeOf: (addition: Addition) => Place;
	directory: CustomerDirectory;
}

/** What GMC lists and the ledger knows. */
export interface Payments {
	/** Entries that count: not rejected, nor with a failed addition, nor left over. */
	entries: Entry[];
	/** What GMC lists for the period. */
	ofPeriod: Payment[];
	/** What only the ledger tells. */
	unlisted: Payment[];
	/** All that GMC lists or was looked up, by the id of its addition. */
	itemsOf: (additionId: string) => Payment[];
}

/** @param entries see `reconcile` */
export function* paymentsIn(list: GmcList, entries: Entry[]): Sliced<Payments> {
	const items = yield* itemsIn(list, entries);
	const itemsOf = groupBy(items, ({ addition }) => addition._id);
	const counted = countedIn(entries, itemsOf);
	yield;
	const unlisted: Payment[] = [];
	yield* eachRow(counted, (entry) => {
		for (const one of unlistedOf(entry, list, itemsOf)) unlisted.push(one);
	});
	const ofPeriod = items.filter(({ place }) => place !== 'outside');
	return { entries: counted, ofPeriod, unlisted, itemsOf };
}

/** The items that GMC lists, each with the entry that owns it. */
function* itemsIn({ additions, placeOf, directory }: GmcList, entries: Entry[]): Sliced<Payment[]> {
	const owners = groupBy(entries, ({ additionId = '' }) => additionId);
	const items: Payment[] = [];
	yield* eachRow(additions, (addition) => {
		const all = owners(addition._id);
		const entry = all.find(hasPaid) ?? all.at(0);
		const place = placeOf(addition);
		const isNamed = entry !== undefined && hasPaid(entry) && isUsersName(entry.ref);
		const doubtOfEntry = entry && isOpen(entry) ? 'open' : isNamed ? 'otherName' : undefined;
		const doubt = doubtOfEntry ?? (place === 'within' ? undefined : 'unreadable');
		for (const item of readItems(addition)) {
			const hasFailed = item.isFailed || isFailed(addition);
			const identifier = customerIdOf(item.identifier, directory, entry);
			items.push({ ...item, identifier, isFailed: hasFailed, place, entry, doubt });
		}
	});
	return items;
}

function countedIn(entries: Entry[], itemsOf: Payments['itemsOf']): Entry[] {
	const hasFailed = (all: Payment[]) => all.length > 0 && all.every((one) => one.isFailed);
	const standing = entries.filter(
		(entry) => stands(entry) && !(hasPaid(entry) && hasFailed(itemsOf(entry.additionId ?? ''))),
	);
	// A crash may leave an open entry behind, whose name has paid since.
	const paid = new Set(standing.filter(hasPaid).map(nameOf));
	return standing.filter((entry) => hasPaid(entry) || !paid.has(nameOf(entry)));
}

/**
 * What only the ledger tells: entries that are open, or were paid in the period, and that GMC does not list. And payments to
 * customers who have lost their tax ID, as those of who has it now: both may be one, who was made again. Balance: Add
 * refuses such a row, too.
 */
function unlistedOf(entry: Entry, list: GmcList, itemsOf: Payments['itemsOf']): Payment[] {
	const { directory } = list;
	const { identifiers, amount: sourceAmount, currency: sourceCurrency } = entry.charge;
	const [item] = readItems({ _id: nameOf(entry), sourceAmount, sourceCurrency });
	const identifier = customerIdOf(identifiers[0], directory, entry);
	const own: Payment = { ...item, identifier, entry, doubt: doubtOf(entry, list, itemsOf) };
	const holders = identifiers.flatMap((one) => directory.withTaxId(one)).map(({ _id }) => _id);
	// Another account has its own customers.
	const isMoved = !entry.isForeign && !holders.some((holder) => identifiers.includes(holder));
	const moved = isMoved ? holders : [];
	return [
		...(own.doubt ? [own] : []),
		...moved.map((holder): Payment => ({ ...own, identifier: holder, doubt: 'moved' })),
	];
}

/** @param entry one that counts: paid or open */
function doubtOf(entry: Entry, list: GmcList, itemsOf: Payments['itemsOf']): Payment['doubt'] {
	const { additionId, askedAt, heldUntil = Infinity } = entry;
	const isUsers = isUsersName(entry.ref);
	// What another account has paid is no row's here. What it has left open may be, if it is the same GMC.
	if (entry.isForeign) return hasPaid(entry) ? undefined : 'otherAccount';
	if (hasPaid(entry)) {
		const shown = itemsOf(additionId ?? '');
		const isShown = shown.some((item) => !isOther(entry.charge, item));
		if (isShown || !isWithin(list.span, askedAt)) return undefined;
		if (!isUsers) return 'notShown';
		// If a person set it to issued, any equal addition may be its own.
		return additionId ? 'otherName' : 'open';
	}
	// CONTRIBUTING M4: after the hold, the list is believed, unless GMC's answer has named an addition. A key or a row of
	// a batch waits for its next run.
	const isHeld = isUnreadable(entry) || isUsers || heldUntil > list.at;
	return additionId || isHeld ? 'open' : undefined;
}

/**
 * The `_id` for an identifier. An earlier tax ID is found by the entry that owns the addition, if that names an `_id`.
 *
 * @returns undefined if it may be any customer, such as for a tax ID that was corrected
 */
function customerIdOf(
	identifier = '',
	directory: CustomerDirectory,
	owner?: Entry,
): string | undefined {
	const isId = (one: string) => directory.withId(one) !== undefined || isTooLongForTaxId(one);
	const names = owner?.charge.identifiers ?? [];
	if (names.includes(identifier)) return names.find(isId);
	if (isId(identifier)) return identifier;
	const customers = directory.withTaxId(identifier);
	return customers.length === 1 ? customers[0]._id : undefined;
}
