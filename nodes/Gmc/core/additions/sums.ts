import { sumsOf } from '../money/limits';
import { amounts, number } from '../texts/words';
import { groupsOf } from '../util/groupBy';
import type { AdditionItem } from './item';
import { itemStatus } from './simplified';

/**
 * What a list adds up to, by status, such as `28 COMPLETED (1234.00 BRL and 20.00 USDT), 3 PROCESSING (50.00 BRL)`. An item
 * whose amount or currency cannot be read is counted, and told apart.
 */
export function sumsByStatus(items: AdditionItem[]): string {
	return groupsOf(items, nameOfStatus)
		.map((same) => {
			const values = same.flatMap(({ amount, currency }) =>
				amount !== undefined && currency !== undefined ? { amount, currency } : [],
			);
			const unread = same.length - values.length;
			const sums = amounts(sumsOf(values));
			const told = [sums, unread > 0 && `${number(unread)} without a clear amount`].filter(Boolean);
			return `${number(same.length)} ${nameOfStatus(same[0])} (${told.join(', ')})`;
		})
		.join(', ');
}

function nameOfStatus(item: AdditionItem): string {
	const status = itemStatus(item);
	return typeof status === 'string' && status.trim() !== ''
		? status.trim().toUpperCase()
		: 'without a status';
}
