import { applicableFees, quoteAddition } from './rules/money';
import { cpfOf } from './rules/identifiers';
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

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

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
	const addition = {
		_id: OUTSIDER_ADDITION_ID,
		userId: OUTSIDER_USER._id,
		customerId: customer._id,
		customerIdentifier: customer.taxId,
		amount: 50,
		currency: 'BRL',
		quote: quoteAddition(50, 'BRL', applicableFees(null, bed.settings.fees)),
		source: 'seed',
		settleAs: 'COMPLETED',
		settlesAt: null,
		createdAt: at,
		settledAt: at,
		visibleAt: at,
	} as const;
	bed.books.add(addition, 'COMPLETED', null);
}

/** Customers with valid CPFs, as many as the settings say. */
function plantLarge({ settings, clock, directory }: Bed): void {
	for (let i = 1; i <= settings.seedSize; i++) {
		const taxId = cpfOf(String(i).padStart(9, '0'));
		const [name, email] = [`Cliente ${i}`, `cliente${i}@example.com`];
		directory.addCustomer({ userId: DEMO_USER._id, taxId, name, email }, clock.now());
	}
}
