import { z } from 'zod';
import { isVisible } from '../handlers/additions';
import { CURRENCIES, record, type Addition } from '../model';
import { bareTaxId } from '../rules/identifiers';
import type { Service } from '../service';

const iso = (ms: number): string => new Date(ms).toISOString();

/** An addition as the administration shows it. Times are ISO 8601 in UTC. */
export function viewAddition(service: Service, addition: Addition) {
	const { _id, userId, customerId, customerIdentifier, amount, currency } = addition;
	return {
		_id,
		userId,
		customerId,
		customerIdentifier,
		amount,
		currency,
		status: addition.status,
		source: addition.source,
		createdAt: iso(addition.createdAt),
		updatedAt: iso(addition.updatedAt),
		/** Whether list and lookup show it now. */
		visible: isVisible(service, addition),
	};
}

export type AdminAddition = ReturnType<typeof viewAddition>;

/** Which charges to count. A field that is left out matches everything. */
export const ChargeFilter = record({
	/** The `_id` of a customer, or a tax ID with any punctuation. */
	customerIdentifier: z.string().optional(),
	amount: z.coerce.number().optional(),
	currency: z.enum(CURRENCIES).optional(),
});

/** Additions that charge a customer an amount, pending ones too. Failed ones move no money and do not count. */
export function chargesOf(service: Service, query: z.output<typeof ChargeFilter>) {
	const { customerIdentifier, amount, currency } = query;
	const additions = [...service.books.additions.values()]
		.filter(
			(addition) =>
				(amount === undefined || addition.amount === amount) &&
				(currency === undefined || addition.currency === currency) &&
				addition.status !== 'FAILED' &&
				(customerIdentifier === undefined || charges(service, addition, customerIdentifier)),
		)
		.map((addition) => viewAddition(service, addition));
	return { count: additions.length, additions };
}

function charges(service: Service, addition: Addition, identifier: string): boolean {
	if (addition.customerId === identifier) return true;
	const taxId = service.directory.customers.get(addition.customerId)?.taxId;
	return taxId !== undefined && bareTaxId(taxId) === bareTaxId(identifier);
}
