import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';
import { itemsOf } from './addition';

/** GMC shows no status but COMPLETED (service.md 3). These are assumed to mean a final failure. */
const FAILED = /^(FAILED|FAILURE|ERROR|REJECTED|REFUSED|CANCELL?ED|EXPIRED)$/;

/** The status of an addition or an item in upper case, or an empty text. */
export function statusOf(record: ServiceRecord): string {
	return typeof record.status === 'string' ? record.status.trim().toUpperCase() : '';
}

/** Whether this item has failed for good, whatever its addition's status is (service.md 2.4). */
export function isFailedItem(item: ServiceRecord): boolean {
	return FAILED.test(statusOf(item));
}

/** Whether the item shows that its money has moved. */
function isTransferred(item: ServiceRecord): boolean {
	const { transferHash } = isRecord(item.blockchain) ? item.blockchain : {};
	return statusOf(item) === 'COMPLETED' && typeof transferHash === 'string' && transferHash !== '';
}

/** Whether its status is final. */
export function isFinalStatus(record: ServiceRecord): boolean {
	return statusOf(record) === 'COMPLETED' || isFailedItem(record);
}

/** Any status that is not known counts as one that will still change. */
export type Progress = 'open' | 'completed' | 'partlyFailed' | 'failed';

/**
 * Tells how far an addition is (service.md 2.3). If its own status has failed, it has failed, unless an item shows a
 * transfer. Else the items decide, if any has a status. Else the counts of the summary decide, unless the addition is
 * still on its way. They may count attempts, so one that counts a completed item has not failed.
 */
export function progressOf(addition: ServiceRecord): Progress {
	const head = statusOf(addition);
	const items = itemsOf(addition);
	const hasStatuses = items.some((item) => statusOf(item) !== '');
	const isUnderWay = !['', 'COMPLETED'].includes(head);
	const counted = isUnderWay ? 0 : summaryCount(addition, 'failedItems');
	const failed = hasStatuses ? items.filter(isFailedItem).length : counted;
	const count = (field: string) => (hasStatuses ? 0 : summaryCount(addition, field));
	const completed = count('completedItems');
	const all = Math.max(items.length, count('totalItems'));
	const hasMoved = completed > 0 || items.some(isTransferred);
	if (!hasMoved && (FAILED.test(head) || (failed > 0 && failed >= all))) return 'failed';
	if (head !== 'COMPLETED') return 'open';
	return failed > 0 && completed < all ? 'partlyFailed' : 'completed';
}

function summaryCount({ summary }: ServiceRecord, field: string): number {
	const count = isRecord(summary) ? Number(summary[field]) : 0;
	return Number.isInteger(count) ? count : 0;
}

/** Whether the whole addition has failed for good, so that no money moved. */
export const isFailed = (addition: ServiceRecord): boolean => progressOf(addition) === 'failed';

/** Whether the addition has completed with every item. */
export const isCompleted = (addition: ServiceRecord): boolean =>
	progressOf(addition) === 'completed';

/** Whether nothing about it will change. */
export const isSettled = (addition: ServiceRecord): boolean => progressOf(addition) !== 'open';

/** GMC's error about a failed item (`error`, service.md 2.4), cut to 300 characters. */
export function errorText({ error }: ServiceRecord): string | undefined {
	const text = isRecord(error) ? (error.message ?? error.code) : error;
	return typeof text === 'string' && text ? text.slice(0, 300) : undefined;
}

/** GMC's error about the first failed item, if there is one. */
export function failureReason(addition: ServiceRecord): string | undefined {
	return itemsOf(addition).map(errorText).find(Boolean);
}
