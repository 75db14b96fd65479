import { itemsOf } from './addition';
import { normalizeTaxId } from '../customers/taxId';
import type { ServiceRecord } from '../service/record';

/** What makes two additions the same charge, there being no idempotency key: customer, amount, currency. */
export interface Charge {
	/** Everything the customer is known by: `_id`, tax ID. */
	identifiers: string[];
	/** In units of the currency. */
	amount: number;
	currency: string;
}

/**
 * One key per identifier of the customer; charges that share a key are equal. An `_id` counts as it is, a tax
 * ID without punctuation.
 */
export function chargeKeys({ identifiers, amount, currency }: Charge): string[] {
	const spellings = identifiers
		.flatMap((identifier) => [identifier, normalizeTaxId(identifier)])
		.filter((spelling) => spelling !== '');
	return [...new Set(spellings)].map((spelling) => `${amount} ${currency} ${spelling}`);
}

export function sameCharge(one: Charge, other: Charge): boolean {
	const keys = new Set(chargeKeys(one));
	return chargeKeys(other).some((key) => keys.has(key));
}

/** The charges an addition of the service's list stands for, one per item (spec 2.4). */
export function chargesOf(addition: ServiceRecord): Charge[] {
	return itemsOf(addition).map(({ customerIdentifier, sourceAmount, sourceCurrency }) => ({
		identifiers: [String(customerIdentifier ?? '')],
		amount: Number(sourceAmount),
		currency: String(sourceCurrency ?? '').toUpperCase(),
	}));
}
