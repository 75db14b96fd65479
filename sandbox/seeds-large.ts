import type { Quote } from './model';
import { cpfOf } from './rules/tax-id';
import type { Bed } from './planting';
import { plantAddition, quoteOf } from './planting';

const SECOND = 1000;

/** Customers with valid CPFs and additions over them, as many as the settings say. */
export function plantLarge(bed: Bed, userId: string): void {
	const { seedSize, seedAdditions } = bed.settings;
	const start = bed.clock.now() - Math.max(seedAdditions, 1) * SECOND;
	const customerIds = Array.from({ length: seedSize }, (_, i) => {
		const taxId = cpfOf(String(i + 1).padStart(9, '0'));
		const name = `Cliente ${i + 1}`;
		const email = `cliente${i + 1}@example.com`;
		return bed.directory.addCustomer({ userId, taxId, name, email }, start)._id;
	});
	if (seedSize === 0) return;
	// Computing the figures takes most of the time, so once per amount.
	const quotes: Quote[] = [];
	for (let i = 0; i < seedAdditions; i += 1) {
		const customerId = customerIds[i % customerIds.length];
		const amount = 1 + (i % 500);
		plantAddition(bed, {
			userId,
			customerId,
			customerIdentifier: customerId,
			amount,
			createdAt: start + i * SECOND,
			quote: (quotes[amount] ??= quoteOf(bed, amount)),
		});
	}
}
