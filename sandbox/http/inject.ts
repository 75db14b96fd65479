import { z } from 'zod';
import { CURRENCIES, record, type Addition, type Customer } from '../model';
import { bareTaxId, cpfOf } from '../rules/identifiers';
import { DEMO_USER } from '../seeds';
import type { Service } from '../service';
import { viewAddition, type AdminAddition } from './views';

const itemFields = {
	/** `_id` or tax ID; default: the first active customer of the demo user. */
	customerIdentifier: z.string().optional(),
	amount: z.number().positive().default(10),
	currency: z.enum(CURRENCIES).default('BRL'),
	status: z.string().min(1).default('COMPLETED'),
};

/** An addition that is added without any check. It settles by hand only. */
export const NewAddition = record({
	...itemFields,
	/** ISO 8601; default: now. */
	createdAt: z.string().datetime({ offset: true }).optional(),
	/** More items of the same addition (service.md 2.4). */
	items: z.array(record(itemFields)).default([]),
	/** List and lookup hide it for this long after `createdAt`; default: not at all. */
	visibleAfterSeconds: z.number().min(0).default(0),
});

/** A customer that is added without any check. */
export const NewCustomer = record({
	/** Default: the demo user. */
	userId: z.string().default(DEMO_USER._id),
	/** Default: a valid CPF that nobody else has. */
	taxId: z.string().min(1).optional(),
	name: z.string().default('Cliente Injetado'),
	email: z.string().default('cliente.injetado@example.com'),
});

/** @throws Error for an unknown customer */
export function injectAddition(
	service: Service,
	{ items, ...input }: z.output<typeof NewAddition>,
): AdminAddition {
	const addition = inject(service, input);
	for (const item of items) inject(service, { ...input, ...item }, addition._id);
	return viewAddition(service, addition);
}

function inject(
	service: Service,
	input: Omit<z.output<typeof NewAddition>, 'items'>,
	partOf?: string,
): Addition {
	const { books, clock } = service;
	const { amount, currency, status, visibleAfterSeconds } = input;
	const { _id, userId } = customerFor(service, input.customerIdentifier);
	const createdAt = input.createdAt ? Date.parse(input.createdAt) : clock.now();
	const visibleAt = createdAt + visibleAfterSeconds * 1000;
	const { customerIdentifier = _id } = input;
	const all = { userId, customerId: _id, customerIdentifier, amount, currency, createdAt };
	return books.add({ ...all, partOf, visibleAt, source: 'admin' }, status);
}

function customerFor(service: Service, identifier: string | undefined): Customer {
	const { customers } = service.directory;
	if (identifier === undefined) {
		const [first] = service.directory.activeOf(DEMO_USER._id);
		if (first === undefined) throw new Error('There is no customer yet');
		return first;
	}
	const isMeant = ({ taxId }: Customer) => bareTaxId(taxId) === bareTaxId(identifier);
	const found = customers.get(identifier) ?? [...customers.values()].find(isMeant);
	if (found === undefined) throw new Error(`There is no customer ${identifier}`);
	return found;
}

/** @throws Error for an unknown user */
export function injectCustomer(service: Service, input: z.output<typeof NewCustomer>): Customer {
	const { directory } = service;
	if (!directory.users.has(input.userId)) {
		throw new Error(`There is no user ${input.userId}`);
	}
	const taxId = input.taxId ?? cpfOf(String(900_000_000 + directory.customers.size));
	return directory.addCustomer({ ...input, taxId });
}
