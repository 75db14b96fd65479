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

/** How many items have failed, by their own status or by the summary's count (service.md 2.3). */
function failedItems(addition: ServiceRecord): number {
	const seen = itemsOf(addition).filter(isFailedItem).length;
	return Math.max(seen, summaryCount(addition, 'failedItems'));
}

function summaryCount({ summary }: ServiceRecord, field: string): number {
	const count = isRecord(summary) ? Number(summary[field]) : 0;
	return Number.isInteger(count) ? count : 0;
}

/**
 * Whether the whole addition has failed for good, so that no money moved: by its head, by all of its items, or, where
 * neither tells of something else, by the counts of its summary. A count may be one of attempts.
 */
export function isFailed(addition: ServiceRecord): boolean {
	const head = statusOf(addition);
	if (FAILED.test(head)) return true;
	const items = itemsOf(addition);
	if (items.some((item) => statusOf(item) !== '')) return items.every(isFailedItem);
	const failed = summaryCount(addition, 'failedItems');
	const total = Math.max(items.length, summaryCount(addition, 'totalItems'));
	return ['', 'COMPLETED'].includes(head) && failed > 0 && failed >= total;
}

/** Whether the addition has completed with every item. */
export function isCompleted(addition: ServiceRecord): boolean {
	return statusOf(addition) === 'COMPLETED' && failedItems(addition) === 0;
}

/** Whether anything of a settled addition has failed. */
export function hasFailures(addition: ServiceRecord): boolean {
	return isFailed(addition) || (isSettled(addition) && failedItems(addition) > 0);
}

/** Any other status is taken for one that will still change. */
export function isSettled(addition: ServiceRecord): boolean {
	return statusOf(addition) === 'COMPLETED' || isFailed(addition);
}

/** The service's own words about a failed addition (`items[].error`, service.md 2.4), where there are any. */
export function failureReason(addition: ServiceRecord): string | undefined {
	for (const { error } of itemsOf(addition)) {
		const text = isRecord(error) ? (error.message ?? error.code) : error;
		if (typeof text === 'string' && text) return text.slice(0, 300);
	}
	return undefined;
}
