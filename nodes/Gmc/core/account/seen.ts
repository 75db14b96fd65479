import type { ListedAddition } from '../additions/addition';
import { statusOf } from '../additions/status';
import type { TimestampForm } from '../time/time';
import { timestampForm } from '../time/time';

// What a list of additions says about the service, by itself (service.md 2.2 and 4.3).

type ListOrder = 'newestFirst' | 'oldestFirst' | 'none';

/**
 * The order in which a list came. Digits of one length are compared as they are, so that it shows whatever they mean.
 *
 * @returns undefined where fewer than two different times can be compared
 */
export function orderOf(additions: ListedAddition[]): ListOrder | undefined {
	const times = additions.map(({ createdAt }) => String(createdAt ?? ''));
	const digits = times.filter((time) => /^\d+$/.test(time));
	if (new Set(digits.map(({ length }) => length)).size !== 1) return undefined;
	const rises = digits.some((time, index) => index > 0 && time > digits[index - 1]);
	const falls = digits.some((time, index) => index > 0 && time < digits[index - 1]);
	if (rises && falls) return 'none';
	if (rises) return 'oldestFirst';
	return falls ? 'newestFirst' : undefined;
}

/** The form of `createdAt`: `other` where there is more than one. @returns undefined where no addition has any */
export function createdAtForm(additions: ListedAddition[]): TimestampForm | undefined {
	const times = additions.map(({ createdAt }) => createdAt ?? '').filter((one) => one !== '');
	const [form, ...others] = new Set(times.map(timestampForm));
	return others.length > 0 ? 'other' : form;
}

/** How many additions have each status, in upper case; those without one are left out. The most frequent first. */
export function countStatuses(additions: ListedAddition[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const status of additions.map(statusOf)) {
		if (status !== '') counts.set(status, (counts.get(status) ?? 0) + 1);
	}
	return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}
