import { z } from 'zod';
import { isVisible } from '../handlers/additions';
import { CURRENCIES, type Addition, type Currency, type Customer } from '../model';
import { bareTaxId } from '../rules/tax-id';
import type { Service } from '../service';

/** A customer as the sandbox itself tells it; deleted ones too. */
export interface AdminCustomer {
	_id: string;
	userId: string;
	taxId: string;
	name: string;
	email: string;
	deleted: boolean;
	/** Decimal text. */
	balanceGmc: string;
	walletAddress: string;
	/** ISO 8601 in UTC. */
	createdAt: string;
}

/** An addition as the sandbox itself tells it; hidden ones too. Times are ISO 8601 in UTC. */
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
	/** `_id` of the addition whose further item this is. */
	partOf?: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** What the administration shows of a customer. */
export function viewCustomer(customer: Customer): AdminCustomer {
	const { _id, userId, taxId, name, email, deleted, walletAddress } = customer;
	const balanceGmc = customer.balanceGmc.toFixed();
	const createdAt = iso(customer.createdAt);
	return { _id, userId, taxId, name, email, deleted, balanceGmc, walletAddress, createdAt };
}

/** What the administration shows of an addition as it is now. */
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

/** Which charges to count; what is left out matches everything. */
export const ChargeQuery = z
	.object({
		customerIdentifier: z.string().optional(),
		amount: z.coerce.number().optional(),
		currency: z.enum(CURRENCIES).optional(),
		includeFailed: z
			.enum(['true', 'false'])
			.optional()
			.transform((text) => text === 'true'),
	})
	.strict();

export interface Charges {
	count: number;
	additions: AdminAddition[];
}

/** Additions that charge (or may yet charge) a customer an amount; failed ones when asked for. */
export function chargesOf(service: Service, query: z.output<typeof ChargeQuery>): Charges {
	const { customerIdentifier, amount, currency, includeFailed } = query;
	const additions = [...service.books.additions.values()]
		.filter(
			(addition) =>
				(amount === undefined || addition.amount === amount) &&
				(currency === undefined || addition.currency === currency) &&
				(includeFailed || addition.status !== 'FAILED') &&
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
