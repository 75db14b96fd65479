import type { Customer, Quote } from './model';
import { applicableFees, quoteAddition } from './rules/money';
import { cpfOf } from './rules/tax-id';
import {
	COMMON_USER,
	DEMO_CUSTOMERS,
	DEMO_USER,
	OUTSIDER_ADDITION_ID,
	OUTSIDER_CUSTOMER,
	OUTSIDER_USER,
	type SeedName,
} from './seeds';
import type { SandboxSettings } from './settings';
import type { Books } from './state/books';
import type { Clock } from './state/clock';
import type { Directory } from './state/directory';

/** The part of a service that a seed fills. */
interface Bed {
	directory: Directory;
	books: Books;
	clock: Clock;
	settings: SandboxSettings;
}

const SECOND_MS = 1000;
const MONTH_MS = 30 * 24 * 60 * 60 * SECOND_MS;

/** Fills an empty service. */
export function plantSeed(name: SeedName, bed: Bed): void {
	bed.directory.addUser(DEMO_USER);
	if (name === 'demo') plantDemo(bed);
	if (name === 'large') plantLarge(bed);
}

function plantDemo(bed: Bed): void {
	const at = bed.clock.now() - MONTH_MS;
	const { directory } = bed;
	directory.addUser(OUTSIDER_USER);
	directory.addUser(COMMON_USER);
	for (const customer of DEMO_CUSTOMERS) {
		directory.addCustomer({ userId: DEMO_USER._id, ...customer }, at);
	}
	const customer = directory.addCustomer({ userId: OUTSIDER_USER._id, ...OUTSIDER_CUSTOMER }, at);
	plantAddition(bed, customer, {
		_id: OUTSIDER_ADDITION_ID,
		customerIdentifier: customer.taxId,
		amount: 50,
		createdAt: at,
		quote: quoteOf(bed, 50),
	});
}

/** Customers with valid CPFs and additions over them, as many as the settings say. */
function plantLarge(bed: Bed): void {
	const { seedSize, seedAdditions } = bed.settings;
	const start = bed.clock.now() - Math.max(seedAdditions, 1) * SECOND_MS;
	const customers = Array.from({ length: seedSize }, (_, i) => {
		const taxId = cpfOf(String(i + 1).padStart(9, '0'));
		const [name, email] = [`Cliente ${i + 1}`, `cliente${i + 1}@example.com`];
		return bed.directory.addCustomer({ userId: DEMO_USER._id, taxId, name, email }, start);
	});
	if (seedSize === 0) return;
	// Computing the figures takes most of the time, so once per amount.
	const quotes: Quote[] = [];
	for (let i = 0; i < seedAdditions; i += 1) {
		const customer = customers[i % customers.length];
		const amount = 1 + (i % 500);
		plantAddition(bed, customer, {
			customerIdentifier: customer._id,
			amount,
			createdAt: start + i * SECOND_MS,
			quote: (quotes[amount] ??= quoteOf(bed, amount)),
		});
	}
}

const quoteOf = ({ settings }: Bed, amount: number): Quote =>
	quoteAddition(amount, 'BRL', applicableFees(null, settings.fees));

interface SeedAddition {
	_id?: string;
	customerIdentifier: string;
	amount: number;
	createdAt: number;
	quote: Quote;
}

function plantAddition({ books }: Bed, { userId, _id }: Customer, seed: SeedAddition): void {
	const { createdAt } = seed;
	const times = { settlesAt: null, settledAt: createdAt, visibleAt: createdAt };
	const fixed = { currency: 'BRL', source: 'seed', settleAs: 'COMPLETED' } as const;
	books.add({ ...seed, userId, customerId: _id, ...fixed, ...times }, 'COMPLETED', null);
}
