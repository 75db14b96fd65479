import { normalizeTaxId } from '../customers/taxId';

/** What makes two additions the same charge, but for their names: customer, amount, currency. */
export interface Charge {
	/** Everything the customer is known by: `_id`, tax ID. */
	identifiers: string[];
	/** In units of the currency. */
	amount: number;
	currency: string;
}

/**
 * Significant digits by which amounts are compared: a service that computes with binary fractions lists 10.5
 * as 10.5000000000002. Amounts that differ further behind are nobody's (12 digits are billions with cents).
 */
const COMPARED_DIGITS = 12;

/** As far as amounts are compared. */
export function sameAmount(one: number, other: number): boolean {
	return one === other || amountKey(one) === amountKey(other);
}

const amountKey = (amount: number): string => String(Number(amount.toPrecision(COMPARED_DIGITS)));

/** Amount and currency, whoever the customer is. */
export function valueKey({ amount, currency }: Omit<Charge, 'identifiers'>): string {
	return `${amountKey(amount)} ${currency}`;
}

/** In every form in which it may be met: an `_id` as it is, a tax ID without punctuation. */
export function identifierKeys(identifiers: string[]): string[] {
	const spellings = identifiers.flatMap((one) => [one, normalizeTaxId(one)]);
	return [...new Set(spellings)].filter((spelling) => spelling !== '');
}

/** One key per identifier of the customer; charges that share a key are equal. */
export function chargeKeys(charge: Charge): string[] {
	const value = valueKey(charge);
	return identifierKeys(charge.identifiers).map((identifier) => `${value} ${identifier}`);
}

/** Whether they are for one customer, by any of its identifiers, and for the same amount and currency. */
export function sameCharge(one: Charge, other: Charge): boolean {
	if (one.currency !== other.currency || !sameAmount(one.amount, other.amount)) return false;
	const keys = new Set(identifierKeys(one.identifiers));
	return identifierKeys(other.identifiers).some((key) => keys.has(key));
}
