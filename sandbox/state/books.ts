import type { Addition } from '../model';
import { idOf } from '../rules/identifiers';
import type { Period } from '../rules/period';

export type NewAddition = Omit<Addition, '_id' | 'seq' | 'updatedAt' | 'status' | 'error'> & {
	_id?: string;
};

/** Whether an addition in this status has settled (assumed: no transitions are shown, service.md 3). */
export const isFinal = (status: string): boolean => ['COMPLETED', 'FAILED'].includes(status);

export class Books {
	readonly additions = new Map<string, Addition>();
	/** Those that list and lookup may hide. All others are always shown. */
	readonly hideable = new Set<Addition>();
	private readonly byUser = new Map<string, Addition[]>();
	private readonly parts = new Map<string, Addition[]>();
	private readonly pending = new Set<Addition>();
	private nextDueAt = Infinity;

	/** An addition as it would be kept, without a status. */
	draft(fields: NewAddition): Addition {
		const seq = this.additions.size + 1;
		return {
			...fields,
			// Another one after each start: a ledger in n8n may know the ids of an earlier sandbox.
			_id: fields._id ?? idOf(`addition ${seq} of ${fields.createdAt}`),
			seq,
			status: '',
			error: null,
			updatedAt: fields.createdAt,
		};
	}

	add(fields: NewAddition, status: string, error: unknown): Addition {
		const addition = this.draft(fields);
		this.additions.set(addition._id, addition);
		insertByTime(this.listOf(addition.userId), addition);
		this.setStatus(addition, status, error, addition.createdAt);
		this.schedule(addition);
		this.noteHideable(addition);
		const { partOf } = addition;
		if (partOf !== undefined) this.parts.set(partOf, [...(this.parts.get(partOf) ?? []), addition]);
		return addition;
	}

	/** The other items of an addition. */
	partsOf({ _id }: Addition): Addition[] {
		return this.parts.get(_id) ?? [];
	}

	/** Additions of a user, oldest first. */
	listOf(userId: string): Addition[] {
		const known = this.byUser.get(userId) ?? [];
		this.byUser.set(userId, known);
		return known;
	}

	/** Those with `field` in the period. By `createdAt` it does not read the whole history. */
	listWithin(userId: string, field: 'createdAt' | 'updatedAt', { from, to }: Period): Addition[] {
		const all = this.listOf(userId);
		if (field === 'createdAt') return all.slice(firstSince(all, from), firstSince(all, to));
		return all.filter((addition) => addition[field] >= from && addition[field] < to);
	}

	/** How many were created up to and with `moment`. */
	countUntil(userId: string, moment: number): number {
		return firstSince(this.listOf(userId), moment + 1);
	}

	/** Gives an addition a status by hand. It no longer settles by itself. */
	settle(addition: Addition, status: string, failureError: unknown, now: number): void {
		this.pending.delete(addition);
		addition.settlesAt = null;
		this.setStatus(addition, status, failureError, now);
		addition.settledAt = isFinal(status) ? now : null;
		this.noteHideable(addition);
	}

	/** Settles what is due, each at its own time. Call it before anything is read. */
	settleDue(now: number, failureError: unknown): void {
		if (now < this.nextDueAt) return;
		this.nextDueAt = Infinity;
		for (const addition of this.pending) {
			const due = addition.settlesAt ?? Infinity;
			if (due <= now) this.settle(addition, addition.settleAs, failureError, due);
			else this.nextDueAt = Math.min(this.nextDueAt, due);
		}
	}

	private noteHideable(addition: Addition): void {
		const { settledAt, visibleAt, createdAt, partOf } = addition;
		if (settledAt === null || visibleAt > createdAt || partOf !== undefined)
			this.hideable.add(addition);
		else this.hideable.delete(addition);
	}

	private schedule(addition: Addition): void {
		if (addition.settlesAt === null) return;
		this.pending.add(addition);
		this.nextDueAt = Math.min(this.nextDueAt, addition.settlesAt);
	}

	private setStatus(addition: Addition, status: string, error: unknown, at: number): void {
		addition.status = status;
		addition.error = status === 'FAILED' ? error : null;
		addition.updatedAt = at;
	}
}

/** Index of the first addition created at `moment` or later; `additions` are oldest first. */
function firstSince(additions: Addition[], moment: number): number {
	let low = 0;
	let high = additions.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (additions[middle].createdAt < moment) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Keeps the list in order of time. */
function insertByTime(additions: Addition[], addition: Addition): void {
	let at = additions.length;
	while (at > 0 && additions[at - 1].createdAt > addition.createdAt) at -= 1;
	additions.splice(at, 0, addition);
}
