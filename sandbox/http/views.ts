import { z } from 'zod';
import { isVisible } from '../handlers/additions';
import { record, type Addition } from '../model';
import { bareTaxId } from '../rules/identifiers';
import type { Service } from '../service';

export const iso = (ms: number): string => new Date(ms).toISOString();

/** An addition as the administration shows it. Times are ISO 8601 in UTC. */
export function viewAddition(service: Service, addition: Addition) {
	const { _id, userId, customerId, customerIdentifier, amount, currency, status, source } =
		addition;
	const kept = { _id, userId, customerId, customerIdentifier, amount, currency, status, source };
	return {
		...kept,
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
});

/** Additions that charge a customer an amount, pending ones too. Failed ones move no money and do not count. */
export function chargesOf(service: Service, query: z.output<typeof ChargeFilter>) {
	const { customerIdentifier, amount } = query;
	const taxId = customerIdentifier && bareTaxId(customerIdentifier);
	const isOf = ({ customerId }: Addition) =>
		customerIdentifier === undefined ||
		customerId === customerIdentifier ||
		bareTaxId(service.directory.customers.get(customerId)?.taxId ?? '') === taxId;
	const additions = [...service.books.additions.values()]
		.filter((one) => amount === undefined || one.amount === amount)
		.filter((one) => one.status !== 'FAILED' && isOf(one))
		.map((one) => viewAddition(service, one));
	return { count: additions.length, additions };
}
