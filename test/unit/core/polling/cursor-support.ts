import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Progress, Snapshot } from '../../../../nodes/Gmc/core/polling/cursor';
import { advance } from '../../../../nodes/Gmc/core/polling/cursor';

/** Epoch milliseconds, on the day of each snapshot. */
export const MORNING = Date.UTC(2026, 10, 20, 12);
/** @param minute of that morning at which it was made */
export const addition = (_id: string, status: string, minute = 0): ListedAddition => ({
	_id,
	status,
	createdAt: String(MORNING + minute * 60_000),
});

/** A poll that lists these additions. */
export const snapshot = (listed: ListedAddition[], changes: Partial<Snapshot> = {}): Snapshot => ({
	event: 'additionCompleted',
	emitExisting: false,
	timeZone: 'UTC',
	listed,
	lookedUp: [],
	windowStart: '2026-11-13',
	today: '2026-11-20',
	...changes,
});

/** Polls one after the other, the cursor stored as JSON in between. @returns id and status of each event */
export function emittedBy(polls: Snapshot[]): string[][] {
	let stored: string | undefined;
	return polls.map((one) => {
		const result = advance(stored ? (JSON.parse(stored) as Progress) : undefined, one);
		stored = JSON.stringify(result.progress);
		return result.events.map(({ _id, status }) => `${_id} ${String(status)}`);
	});
}
