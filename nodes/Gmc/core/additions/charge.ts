import { normalizeTaxId } from '../customers/taxId';

/** What a row pays: customer, amount and currency. */
export interface Charge {
	/** Known identifiers of the customer: the one that was given comes first, then `_id` and tax ID. */
	identifiers: string[];
	/** The `_id`, where the customer is known to be in GMC's list. Not in entries, see `isChargedBy`. */
	customerId?: string;
	/** In units of the currency. */
	amount: number;
	currency: string;
}

/**
 * Amounts are compared by this many significant digits, because a service that computes with binary fractions lists
 * 10.5 as 10.5000000000002. Nobody tops up amounts that differ further behind: 12 digits are billions with cents.
 */
const COMPARED_DIGITS = 12;

/** Whether amount and currency are the same. A currency that is missing is none. */
export const sameValue = (
	one: Omit<Charge, 'identifiers'>,
	other: { amount: number; currency?: string },
): boolean => one.currency === other.currency && sameAmount(one.amount, other.amount);

export function sameAmount(one: number, other: number): boolean {
	return one === other || amountKey(one) === amountKey(other);
}

/** Equal for amounts that are the same. */
export const amountKey = (amount: number): string =>
	String(Number(amount.toPrecision(COMPARED_DIGITS)));

/** Equal for charges of the same amount and currency. */
export function valueKey({ amount, currency }: Omit<Charge, 'identifiers'>): string {
	return `${amountKey(amount)} ${currency}`;
}

/** Every spelling in which the identifiers may occur: as they are, and a tax ID without punctuation. */
export function identifierKeys(identifiers: string[]): string[] {
	const spellings = identifiers.flatMap((one) => [one, normalizeTaxId(one)]);
	return [...new Set(spellings)].filter((spelling) => spelling !== '');
}

/** One key per spelling of the customer's identifiers. Charges that share a key may be equal. */
export function chargeKeys(charge: Charge): string[] {
	const value = valueKey(charge);
	return identifierKeys(charge.identifiers).map((identifier) => `${value} ${identifier}`);
}

/** Whether customer, amount and currency are the same. Where both `_id`s are known they decide: customers may share a tax ID. */
export function sameCharge(one: Charge, other: Charge): boolean {
	if (!sameValue(one, other)) return false;
	if (givenAlike(one, other)) return true;
	return one.customerId === undefined || other.customerId === undefined
		? shareIdentifier(one.identifiers, other.identifiers)
		: one.customerId === other.customerId;
}

/** Whether both give the same identifier, and so mean the same customer. */
export const givenAlike = (one: Charge, other: Charge): boolean =>
	shareIdentifier(one.identifiers.slice(0, 1), other.identifiers.slice(0, 1));

export function shareIdentifier(some: string[], others: string[]): boolean {
	const keys = new Set(identifierKeys(some));
	return identifierKeys(others).some((key) => keys.has(key));
}
