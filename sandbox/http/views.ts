import { z } from 'zod';
import { isVisible } from '../handlers/additions';
import { CURRENCIES, type Addition, type Currency, type Customer } from '../model';
import { bareTaxId } from '../rules/tax-id';
import type { Service } from '../service';

/** A customer as the administration shows it. */
export interface AdminCustomer {
	_id: string;
	userId: string;
	taxId: string;
	name: string;
	email: string;
	deleted: boolean;
	walletAddress: string;
	/** ISO 8601 in UTC. */
	createdAt: string;
}

/** An addition as the administration shows it. Times are ISO 8601 in UTC. */
export interface AdminAddition {
	_id: string;
	userId: string;
	customerId: string;
	customerIdentifier: string;
	amount: number;
	currency: Currency;
	status: string;
	/** Decimal text. */
	targetGmcAmount: string;
	createdAt: string;
	updatedAt: string;
	settledAt: string | null;
	settlesAt: string | null;
	/** Whether list and lookup show it now. */
	visible: boolean;
	source: Addition['source'];
	/** `_id` of the addition of which this is another item. */
	partOf?: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export function viewCustomer(customer: Customer): AdminCustomer {
	const { _id, userId, taxId, name, email, deleted, walletAddress } = customer;
	const createdAt = iso(customer.createdAt);
	return { _id, userId, taxId, name, email, deleted, walletAddress, createdAt };
}

export function viewAddition(service: Service, addition: Addition): AdminAddition {
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
		targetGmcAmount: addition.quote.targetGmc.toFixed(),
		createdAt: iso(addition.createdAt),
		updatedAt: iso(addition.updatedAt),
		settledAt: isoOrNull(addition.settledAt),
		settlesAt: isoOrNull(addition.settlesAt),
		visible: isVisible(service, addition),
		...(addition.partOf !== undefined && { partOf: addition.partOf }),
	};
}

/** Which charges to count. A field that is left out matches everything. */
export const ChargeQuery = z
	.object({
		customerIdentifier: z.string().optional(),
		amount: z.coerce.number().optional(),
		currency: z.enum(CURRENCIES).optional(),
	})
	.strict();

export interface Charges {
	count: number;
	additions: AdminAddition[];
}

/** Additions that charge a customer an amount, pending ones too. */
export function chargesOf(service: Service, query: z.output<typeof ChargeQuery>): Charges {
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
