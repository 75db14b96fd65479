import { itemsOf } from './addition';
import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';

/** Statuses beyond COMPLETED are not shown (spec 2.9); these are assumed to mean a final failure. */
const FAILED = /^(FAILED|FAILURE|ERROR|REJECTED|REFUSED|CANCELL?ED|EXPIRED)$/;

/** The status of an addition in upper case, empty when there is none. */
export function statusOf(addition: ServiceRecord): string {
	return String(addition.status ?? '').toUpperCase();
}

export function isCompleted(addition: ServiceRecord): boolean {
	return statusOf(addition) === 'COMPLETED';
}

/** Whether the addition has failed for good, so that no money moved. */
export function isFailed(addition: ServiceRecord): boolean {
	return FAILED.test(statusOf(addition));
}

/** Any other status is taken for one that will still change. */
export function isSettled(addition: ServiceRecord): boolean {
	return isCompleted(addition) || isFailed(addition);
}

/** The service's own words about a failed addition (`items[].error`, spec 2.4), where there are any. */
export function failureReason(addition: ServiceRecord): string | undefined {
	for (const { error } of itemsOf(addition)) {
		const text = isRecord(error) ? (error.message ?? error.code) : error;
		if (typeof text === 'string' && text) return text.slice(0, 300);
	}
	return undefined;
}
