import Big from 'big.js';
import type { Addition } from '../model';
import type { Books } from './books';
import type { Directory } from './directory';

export interface Invariants {
	ok: boolean;
	violations: string[];
}

/**
 * A customer's balance equals its seed balance plus the sum of its completed additions, and so
 * does its ledger. Both sums are made afresh from the records, not from the running balance.
 */
export function checkInvariants(directory: Directory, books: Books): Invariants {
	const fromLedger = new Map<string, Big>();
	const expected = new Map<string, Big>();
	for (const entry of books.ledger) {
		add(fromLedger, entry.customerId, entry.amountGmc);
		if (entry.kind === 'seed') add(expected, entry.customerId, entry.amountGmc);
	}
	for (const addition of books.additions.values()) {
		if (isCompleted(addition)) add(expected, addition.customerId, addition.quote.targetGmc);
	}
	const violations = [...directory.customers.values()].flatMap(({ _id, balanceGmc }) => {
		const sum = expected.get(_id) ?? new Big(0);
		const ledger = fromLedger.get(_id) ?? new Big(0);
		if (balanceGmc.eq(sum) && ledger.eq(sum)) return [];
		return [`customer ${_id}: balance ${balanceGmc}, ledger ${ledger}, completed additions ${sum}`];
	});
	return { ok: violations.length === 0, violations };
}

const isCompleted = (addition: Addition): boolean => addition.status === 'COMPLETED';

function add(sums: Map<string, Big>, key: string, amount: Big): void {
	sums.set(key, (sums.get(key) ?? new Big(0)).plus(amount));
}
