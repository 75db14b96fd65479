import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';
import { itemsOf } from './addition';

/** Statuses beyond COMPLETED are not shown (service.md 2.9); these are assumed to mean a final failure. */
const FAILED = /^(FAILED|FAILURE|ERROR|REJECTED|REFUSED|CANCELL?ED|EXPIRED)$/;

/** The status of an addition, or of one of its items, in upper case; empty when there is none. */
export function statusOf(record: ServiceRecord): string {
	return typeof record.status === 'string' ? record.status.trim().toUpperCase() : '';
}

/** Whether this item has failed for good, whatever the head of its addition says (service.md 2.4). */
export function isFailedItem(item: ServiceRecord): boolean {
	return FAILED.test(statusOf(item));
}

/** Whether its status is one that will not change. */
export function isFinalStatus(record: ServiceRecord): boolean {
	return statusOf(record) === 'COMPLETED' || isFailedItem(record);
}

/** What became of an addition. Any status that is not known is taken for one that will still change. */
export type Fate = 'open' | 'completed' | 'partlyFailed' | 'failed';

/**
 * The one rule of what became of an addition (service.md 2.3). A head that has failed decides; else the items, where any
 * has a status. Only where none has, the counts of the summary decide, unless the head is on its way: they may count
 * attempts.
 */
export function fateOf(addition: ServiceRecord): Fate {
	const head = statusOf(addition);
	const items = itemsOf(addition);
	const hasStatuses = items.some((item) => statusOf(item) !== '');
	const isUnderWay = !['', 'COMPLETED'].includes(head);
	const counted = isUnderWay ? 0 : summaryCount(addition, 'failedItems');
	const failed = hasStatuses ? items.filter(isFailedItem).length : counted;
	const counts = hasStatuses ? 0 : summaryCount(addition, 'totalItems');
	const all = Math.max(items.length, counts);
	if (FAILED.test(head) || (failed > 0 && failed >= all)) return 'failed';
	if (head !== 'COMPLETED') return 'open';
	return failed > 0 ? 'partlyFailed' : 'completed';
}

function summaryCount({ summary }: ServiceRecord, field: string): number {
	const count = isRecord(summary) ? Number(summary[field]) : 0;
	return Number.isInteger(count) ? count : 0;
}

/** Whether the whole addition has failed for good, so that no money moved. */
export const isFailed = (addition: ServiceRecord): boolean => fateOf(addition) === 'failed';

/** Whether the addition has completed with every item. */
export const isCompleted = (addition: ServiceRecord): boolean => fateOf(addition) === 'completed';

/** Whether nothing of it will change any more. */
export const isSettled = (addition: ServiceRecord): boolean => fateOf(addition) !== 'open';

/** GMC's own words about a failed item (`error`, service.md 2.4), at most 300 characters. */
export function errorText({ error }: ServiceRecord): string | undefined {
	const text = isRecord(error) ? (error.message ?? error.code) : error;
	return typeof text === 'string' && text ? text.slice(0, 300) : undefined;
}

/** The first of the words about its items, where there are any. */
export function failureReason(addition: ServiceRecord): string | undefined {
	return itemsOf(addition).map(errorText).find(Boolean);
}
