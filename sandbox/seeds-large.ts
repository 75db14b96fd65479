import type { Quote } from './model';
import { cpfOf } from './rules/tax-id';
import type { Bed } from './planting';
import { plantAddition, quoteOf } from './planting';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** Customers with valid CPFs and additions over them, as many as the settings say. */
export function plantLarge(bed: Bed, userId: string): void {
	const { seedSize, seedAdditions, seedAdditionDays } = bed.settings;
	const count = Math.max(seedAdditions, 1);
	const apart = seedAdditionDays === null ? SECOND : (seedAdditionDays * DAY) / count;
	const start = bed.clock.now() - count * apart;
	const customerIds = Array.from({ length: seedSize }, (_, i) => {
		const taxId = cpfOf(String(i + 1).padStart(9, '0'));
		const name = `Cliente ${i + 1}`;
		const email = `cliente${i + 1}@example.com`;
		return bed.directory.addCustomer({ userId, taxId, name, email }, start)._id;
	});
	if (seedSize === 0) return;
	// Worked out once per amount: the figures are most of what an addition costs.
	const quotes: Quote[] = [];
	for (let i = 0; i < seedAdditions; i += 1) {
		const customerId = customerIds[i % customerIds.length];
		const amount = 1 + (i % 500);
		plantAddition(bed, {
			userId,
			customerId,
			customerIdentifier: customerId,
			amount,
			createdAt: Math.floor(start + i * apart),
			quote: (quotes[amount] ??= quoteOf(bed, amount)),
		});
	}
}
