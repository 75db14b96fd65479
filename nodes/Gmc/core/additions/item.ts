import type { Currency } from '../money/amount';
import { readCurrency, readAmount } from '../money/amount';
import { isMasked, looksLikeTaxId } from '../customers/taxId';
import type { Addition, ServiceRecord } from '../service/record';
import { isFailed, isFailedItem, isFinalStatus, itemsOf, saysStatus } from './status';
import type { Charge } from './charge';
import { sameAmount, shareIdentifier } from './charge';

/**
 * One item of an addition (service.md 2.4). A field that cannot be read with certainty is missing here. It may be
 * anything, so it must not count as different.
 */
export interface AdditionItem {
	addition: Addition;
	/** Identifies the item. An addition may have several. */
	itemId: string;
	/** As GMC sent it. */
	record: ServiceRecord;
	/** `_id` or tax ID of the customer. */
	identifier?: string;
	/** In units of the currency. */
	amount?: number;
	currency?: Currency;
	isFailed: boolean;
}

/**
 * Reads the items of an addition. An addition without items counts as its own item. Its customer and amount are then
 * unknown, unless it has these fields itself.
 */
export function readItems(addition: Addition): AdditionItem[] {
	const items = itemsOf(addition);
	if (items.length === 0) return [readItem(addition, addition, addition._id)];
	const isOnly = items.length === 1;
	return items.map((item, index) =>
		readItem(addition, item, isOnly ? addition._id : `${addition._id}#${index}`),
	);
}

/**
 * Whether the addition has failed for a charge: all of it, or every item that may be for this charge. Undefined: it does
 * not say, because it reads like another charge's, or has no status.
 */
export function hasFailedFor(charge: Charge, addition: Addition): boolean | undefined {
	const own = itemsOfCharge(charge, addition, true);
	if (own.length === 0) return undefined;
	if (isFailed(addition) || own.every((item) => item.isFailed)) return true;
	return [addition, ...own.map(({ record }) => record)].some(saysStatus) ? false : undefined;
}

/** The items that name the charge's customer, with its amount and currency. If none does, those that may. */
function itemsOfCharge(charge: Charge, addition: Addition, isIdentified: boolean) {
	const own = readItems(addition).filter(
		(item) => !isOther(charge, comparable(charge, item, isIdentified)),
	);
	const named = itemsFor(own, charge.identifiers);
	return named.length > 0 ? named : own;
}

function readItem(addition: Addition, item: ServiceRecord, itemId: string): AdditionItem {
	const { customerIdentifier, sourceAmount, sourceCurrency } = item;
	const isText = typeof customerIdentifier === 'string' || typeof customerIdentifier === 'number';
	const currency = readCurrency(sourceCurrency);
	return {
		addition,
		itemId,
		record: item,
		currency,
		identifier: isText ? readIdentifier(String(customerIdentifier)) : undefined,
		amount: readListedAmount(sourceAmount, currency),
		isFailed: isFailedItem(item),
	};
}

const readIdentifier = (text: string): string | undefined =>
	isMasked(text) ? undefined : text.trim() || undefined;

/** A number, or a text that can be read in one way only. */
function readListedAmount(raw: unknown, currency: Currency | undefined): number | undefined {
	if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined;
	const reading = readAmount(raw, 'auto', currency ?? 'BRL');
	return reading.ok ? reading.amount : undefined;
}

/** Whether a field of the item that can be read differs from the charge. */
export function isOther({ identifiers, amount, currency }: Charge, item: AdditionItem): boolean {
	if (item.amount !== undefined && !sameAmount(item.amount, amount)) return true;
	if (item.currency !== undefined && item.currency !== currency) return true;
	return item.identifier !== undefined && !shareIdentifier(identifiers, [item.identifier]);
}

/** The items for the customer with one of these identifiers. One that names nobody is for nobody. */
const itemsFor = (items: AdditionItem[], identifiers: string[]): AdditionItem[] =>
	items.filter(
		({ identifier }) => identifier !== undefined && shareIdentifier(identifiers, [identifier]),
	);

/** Whether an item of the addition is for this customer. Undefined: none for certain, but one names nobody. */
export function isForCustomer(addition: Addition, identifiers: string[]) {
	const items = readItems(addition);
	if (itemsFor(items, identifiers).length > 0) return true;
	return items.some(({ identifier }) => identifier === undefined) ? undefined : false;
}

/** The addition as if it had only this customer's items: by their statuses, once all of them are final. */
export function partFor(addition: Addition, identifiers: string[] = []): Addition {
	const items = itemsFor(readItems(addition), identifiers).map(({ record }) => record);
	if (items.length === 0 || items.length === itemsOf(addition).length) return addition;
	const { status } = addition;
	const isDone = items.every(isFinalStatus);
	return { ...addition, items, summary: undefined, status: isDone ? 'COMPLETED' : status };
}

/**
 * What to show of an addition that counts as a customer's: her items, or all if none names her by these identifiers, as
 * after her tax ID was corrected.
 */
export function shownItems(addition: Addition, identifiers: string[] = []): AdditionItem[] {
	const items = readItems(addition);
	const hers = itemsFor(items, identifiers);
	return hers.length > 0 ? hers : items;
}

/** Whether customer, amount and currency of the item can be read. */
export function isReadable(item: AdditionItem): item is AdditionItem & ReadableItem {
	return item.identifier !== undefined && item.amount !== undefined && item.currency !== undefined;
}

type ReadableItem = Required<Pick<AdditionItem, 'identifier' | 'amount' | 'currency'>>;

/**
 * Whether the answer to a top-up (service.md 4.2) can be what was requested: an item of it names the customer, or only one
 * may be hers. Of several that name nobody, what becomes of one says nothing of hers.
 *
 * @param isIdentified whether the charge has every identifier of its customer. If not, GMC may use another one
 */
export function isAnswerTo(charge: Charge, answer: Addition, isIdentified: boolean): boolean {
	const own = itemsOfCharge(charge, answer, isIdentified);
	return own.length === 1 || itemsFor(own, charge.identifiers).length > 0;
}

/** The item without its customer, if that may be the charge's customer under another identifier. */
export function comparable(
	{ identifiers }: Charge,
	item: AdditionItem,
	isIdentified: boolean = identifiers.length > 1,
): AdditionItem {
	if (isIdentified || isSameKind(identifiers, item.identifier)) return item;
	return { ...item, identifier: undefined };
}

/** Whether both are tax IDs, or neither is. */
function isSameKind([given]: string[], answered: string | undefined): boolean {
	return answered !== undefined && looksLikeTaxId(given) === looksLikeTaxId(answered);
}
