import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';

/** GMC shows no status but COMPLETED (service.md 3). These are assumed to mean a final failure. */
const FAILED_STATUS = /^(FAILED|FAILURE|ERROR|REJECTED|REFUSED|CANCELL?ED|EXPIRED)$/;

/** The status of an addition or an item in upper case, or an empty text. */
export function statusOf(record: ServiceRecord): string {
	return typeof record.status === 'string' ? record.status.trim().toUpperCase() : '';
}

/** The `items` of an addition (service.md 2.4) that are objects. */
export function itemsOf(addition: ServiceRecord): ServiceRecord[] {
	return Array.isArray(addition.items) ? addition.items.filter(isRecord) : [];
}

/** Whether the item shows a transfer of its money. */
function isTransferred({ blockchain }: ServiceRecord): boolean {
	const { transferHash } = isRecord(blockchain) ? blockchain : {};
	return typeof transferHash === 'string' && transferHash !== '';
}

/** Whether the addition or item says how far it is. */
export const saysStatus = (record: ServiceRecord): boolean =>
	statusOf(record) !== '' || isTransferred(record);

/** Whether this item has failed for good, whatever its addition's status is (service.md 2.4). */
export function isFailedItem(item: ServiceRecord): boolean {
	return FAILED_STATUS.test(statusOf(item)) && !isTransferred(item);
}

/** Whether the item shows that its money has moved. */
const isDoneItem = (item: ServiceRecord): boolean =>
	statusOf(item) === 'COMPLETED' || isTransferred(item);

/** Whether its status is final. */
export function isFinalStatus(record: ServiceRecord): boolean {
	return statusOf(record) === 'COMPLETED' || isFailedItem(record);
}

/** Any status that is not known counts as one that will still change. */
export type Progress = 'open' | 'completed' | 'partlyFailed' | 'failed';

/**
 * Tells how far an addition is (service.md 2.3). It has failed if its own status or all its items say so, and nothing says
 * that money has moved. Items without a status are counted by the summary, unless the addition is still on its way: the
 * counts may be those of attempts.
 */
export function progressOf(addition: ServiceRecord): Progress {
	const head = statusOf(addition);
	const items = itemsOf(addition);
	const hasStatuses = items.some((item) => statusOf(item) !== '');
	const isUnderWay = !['', 'COMPLETED'].includes(head);
	const counted = isUnderWay ? 0 : summaryCount(addition, 'failedItems');
	const failed = hasStatuses ? items.filter(isFailedItem).length : counted;
	const completed = summaryCount(addition, 'completedItems');
	const counts = hasStatuses ? 0 : summaryCount(addition, 'totalItems');
	const all = Math.max(items.length, counts);
	const hasFailedHead = FAILED_STATUS.test(head);
	const hasMoved = completed > 0 || items.some(isDoneItem);
	if (!hasMoved && (hasFailedHead || (failed > 0 && failed >= all))) return 'failed';
	if (hasFailedHead) return 'partlyFailed';
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
