import type { Quote } from './model';
import { cpfOf } from './rules/tax-id';
import type { Bed } from './planting';
import { plantAddition, quoteOf } from './planting';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** Days without additions before those of `seedAdditionDays`: whoever looks back a little further sees none. */
const OLDER_GAP = 3 * DAY;

/** Customers with valid CPFs and additions over them, as many as the settings say. */
export function plantLarge(bed: Bed, userId: string): void {
	const { seedSize, seedAdditions, seedAdditionDays, seedOlderAdditions } = bed.settings;
	const count = Math.max(seedAdditions, 1);
	const apart = seedAdditionDays === null ? SECOND : (seedAdditionDays * DAY) / count;
	const start = bed.clock.now() - count * apart;
	const olderStart = start - OLDER_GAP - seedOlderAdditions * apart;
	const customerIds = Array.from({ length: seedSize }, (_, i) => {
		const taxId = cpfOf(String(i + 1).padStart(9, '0'));
		const name = `Cliente ${i + 1}`;
		const email = `cliente${i + 1}@example.com`;
		return bed.directory.addCustomer({ userId, taxId, name, email }, olderStart)._id;
	});
	// The oldest come first, so that the books never have to make room in the middle.
	plantSeries(bed, { userId, customerIds, count: seedOlderAdditions, from: olderStart, apart });
	plantSeries(bed, { userId, customerIds, count: seedAdditions, from: start, apart });
}

interface Series {
	userId: string;
	customerIds: string[];
	count: number;
	/** Epoch milliseconds of the first. */
	from: number;
	/** Milliseconds from one to the next. */
	apart: number;
}

/** Additions of a user, each customer's turn after the other. */
function plantSeries(bed: Bed, { userId, customerIds, count, from, apart }: Series): void {
	if (customerIds.length === 0) return;
	// Worked out once per amount: the figures are most of what an addition costs.
	const quotes: Quote[] = [];
	for (let i = 0; i < count; i += 1) {
		const customerId = customerIds[i % customerIds.length];
		const amount = 1 + (i % 500);
		plantAddition(bed, {
			userId,
			customerId,
			customerIdentifier: customerId,
			amount,
			createdAt: Math.floor(from + i * apart),
			quote: (quotes[amount] ??= quoteOf(bed, amount)),
		});
	}
}
