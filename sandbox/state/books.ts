import Big from 'big.js';
import type { Addition, Customer, LedgerEntry } from '../model';
import { idOf } from '../rules/identifiers';
import type { Period } from '../rules/period';
import type { Directory } from './directory';

export type NewAddition = Omit<Addition, '_id' | 'seq' | 'updatedAt' | 'status' | 'error'> & {
	_id?: string;
};

/** Whether an addition in this status has settled (assumed: no transitions are shown, service.md 3). */
export const isFinal = (status: string): boolean => ['COMPLETED', 'FAILED'].includes(status);

/** Additions and the ledger they make. */
export class Books {
	readonly additions = new Map<string, Addition>();
	readonly ledger: LedgerEntry[] = [];
	/** Those that list and lookup may hide, though they have been created; no others are ever hidden. */
	readonly hideable = new Set<Addition>();
	private readonly byUser = new Map<string, Addition[]>();
	private readonly parts = new Map<string, Addition[]>();
	private readonly pending = new Set<Addition>();
	private nextDueAt = Infinity;

	constructor(private readonly directory: Directory) {}

	/** An addition as it would be kept, before its first status. */
	draft(fields: NewAddition): Addition {
		const seq = this.additions.size + 1;
		return {
			...fields,
			// Of no other start of the sandbox: a ledger that lives longer must not know it.
			_id: fields._id ?? idOf(`addition ${seq} of ${fields.createdAt}`),
			seq,
			status: '',
			error: null,
			updatedAt: fields.createdAt,
		};
	}

	/** Keeps an addition in its first status; a completed one is credited at once. */
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

	/** The other items of an addition, each kept like an addition of its own. */
	partsOf({ _id }: Addition): Addition[] {
		return this.parts.get(_id) ?? [];
	}

	/** Additions of a user, oldest first. */
	listOf(userId: string): Addition[] {
		const known = this.byUser.get(userId) ?? [];
		this.byUser.set(userId, known);
		return known;
	}

	/** Those with `field` within the period. By creation it costs what the period holds, not the history. */
	listWithin(userId: string, field: 'createdAt' | 'updatedAt', { from, to }: Period): Addition[] {
		const all = this.listOf(userId);
		if (field === 'createdAt') return all.slice(firstSince(all, from), firstSince(all, to));
		return all.filter((addition) => addition[field] >= from && addition[field] < to);
	}

	/** How many were created up to and with `moment`. */
	countUntil(userId: string, moment: number): number {
		return firstSince(this.listOf(userId), moment + 1);
	}

	/** Ends (or re-opens) an addition by hand, at `now`; it no longer settles by itself. */
	settle(addition: Addition, status: string, failureError: unknown, now: number): void {
		this.pending.delete(addition);
		addition.settlesAt = null;
		this.setStatus(addition, status, failureError, now);
		addition.settledAt = isFinal(status) ? now : null;
		this.noteHideable(addition);
	}

	/** Settles what is due at `now`, each at its own moment. Call it before anything is read. */
	settleDue(now: number, failureError: unknown): void {
		if (now < this.nextDueAt) return;
		this.nextDueAt = Infinity;
		for (const addition of this.pending) {
			const due = addition.settlesAt ?? Infinity;
			if (due <= now) this.settle(addition, addition.settleAs, failureError, due);
			else this.nextDueAt = Math.min(this.nextDueAt, due);
		}
	}

	/** A starting balance. */
	seedBalance(customer: Customer, amountGmc: string, at: number): void {
		this.post({ customerId: customer._id, kind: 'seed', amountGmc: new Big(amountGmc), at });
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

	/** The balance follows the status: COMPLETED credits, leaving COMPLETED takes it back. */
	private setStatus(addition: Addition, status: string, error: unknown, at: number): void {
		const { _id: additionId, customerId } = addition;
		const amountGmc = addition.quote.targetGmc;
		const entry = { customerId, additionId, at };
		if (addition.status !== 'COMPLETED' && status === 'COMPLETED') {
			this.post({ ...entry, kind: 'addition', amountGmc });
		}
		if (addition.status === 'COMPLETED' && status !== 'COMPLETED') {
			this.post({ ...entry, kind: 'reversal', amountGmc: amountGmc.neg() });
		}
		addition.status = status;
		addition.error = status === 'FAILED' ? error : null;
		addition.updatedAt = at;
	}

	private post(entry: LedgerEntry): void {
		this.ledger.push(entry);
		const customer = this.directory.customers.get(entry.customerId);
		if (customer) customer.balanceGmc = customer.balanceGmc.plus(entry.amountGmc);
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

/** Keeps the list oldest first; nearly always the new one is the newest. */
function insertByTime(additions: Addition[], addition: Addition): void {
	let at = additions.length;
	while (at > 0 && additions[at - 1].createdAt > addition.createdAt) at -= 1;
	additions.splice(at, 0, addition);
}
