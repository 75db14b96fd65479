import { itemsOf } from './addition';
import type { ServiceRecord } from '../service/record';
import { normalizeTaxId } from '../customers/taxId';

/** What makes two additions the same charge, there being no idempotency key: customer, amount, currency. */
export interface Charge {
	/** Everything the customer goes by: `_id`, tax ID. */
	names: string[];
	/** In units of the currency. */
	amount: number;
	currency: string;
}

/**
 * One key per name of the customer; charges that share a key are equal. An `_id` counts as it is, a tax ID
 * without punctuation.
 */
export function chargeKeys({ names, amount, currency }: Charge): string[] {
	const all = names.flatMap((name) => [name, normalizeTaxId(name)]).filter((name) => name !== '');
	return [...new Set(all)].map((name) => `${amount} ${currency} ${name}`);
}

export function sameCharge(one: Charge, other: Charge): boolean {
	const keys = new Set(chargeKeys(one));
	return chargeKeys(other).some((key) => keys.has(key));
}

/** The charges an addition of the service's list stands for, one per item (spec 2.4). */
export function chargesOf(addition: ServiceRecord): Charge[] {
	return itemsOf(addition).map(({ customerIdentifier, sourceAmount, sourceCurrency }) => ({
		names: [String(customerIdentifier ?? '')],
		amount: Number(sourceAmount),
		currency: String(sourceCurrency ?? '').toUpperCase(),
	}));
}
