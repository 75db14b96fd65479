import Big from 'big.js';
import type { z } from 'zod';
import type { BalanceTransaction } from '../contract/responses';
import { presentAddition } from '../handlers/present';
import type { Service } from '../service';

export interface Invariants {
	ok: boolean;
	/** What does not add up, in words. */
	violations: string[];
}

/**
 * A customer's balance equals its seed balance plus the sum of its completed additions, and so
 * does its ledger. Both sums are made afresh from the records, not from the running balance.
 */
export function balanceViolations({ directory, books }: Service): string[] {
	const fromLedger = new Map<string, Big>();
	const expected = new Map<string, Big>();
	for (const entry of books.ledger) {
		add(fromLedger, entry.customerId, entry.amountGmc);
		if (entry.kind === 'seed') add(expected, entry.customerId, entry.amountGmc);
	}
	for (const { status, customerId, quote } of books.additions.values()) {
		if (status === 'COMPLETED') add(expected, customerId, quote.targetGmc);
	}
	return [...directory.customers.values()].flatMap(({ _id, balanceGmc }) => {
		const sum = expected.get(_id) ?? new Big(0);
		const ledger = fromLedger.get(_id) ?? new Big(0);
		if (balanceGmc.eq(sum) && ledger.eq(sum)) return [];
		return [`customer ${_id}: balance ${balanceGmc}, ledger ${ledger}, completed additions ${sum}`];
	});
}

/** The counters of a summary (service.md 2.3) agree with the items beside them. */
export function summaryViolations(service: Service): string[] {
	const whole = [...service.books.additions.values()].filter(({ partOf }) => partOf === undefined);
	return whole.flatMap((addition) => {
		type Shown = z.output<typeof BalanceTransaction>;
		const { _id, summary, items } = presentAddition(service, addition, 'list') as Shown;
		const counted = (status: string) => items.filter((item) => item.status === status).length;
		const total = items.reduce((sum, item) => sum.plus(item.targetGmcAmount), new Big(0));
		const agrees =
			summary.totalItems === items.length &&
			summary.completedItems === counted('COMPLETED') &&
			summary.failedItems === counted('FAILED') &&
			total.eq(summary.totalTargetGmc);
		return agrees ? [] : [`addition ${_id}: its summary does not agree with its items`];
	});
}

function add(sums: Map<string, Big>, key: string, amount: Big): void {
	sums.set(key, (sums.get(key) ?? new Big(0)).plus(amount));
}
