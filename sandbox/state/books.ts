import type { Addition } from '../model';
import { idOf } from '../rules/identifiers';

export type NewAddition = Pick<
	Addition,
	'userId' | 'customerId' | 'customerIdentifier' | 'amount' | 'currency' | 'createdAt' | 'source'
> &
	Partial<Addition>;

/** Whether an addition in this status has settled (assumed: no transitions are shown, service.md 3). */
export const isFinal = (status: string): boolean => ['COMPLETED', 'FAILED'].includes(status);

export class Books {
	readonly additions = new Map<string, Addition>();
	private readonly parts = new Map<string, Addition[]>();
	/** Those that settle by themselves. */
	private readonly pending = new Set<Addition>();

	/** An addition as it would be kept, without a status. It settles by hand, and is visible at once, unless that is said. */
	draft(fields: NewAddition): Addition {
		const seq = this.additions.size + 1;
		const { createdAt } = fields;
		return {
			// Another one after each start: a ledger in n8n may know the ids of an earlier sandbox.
			_id: idOf(`addition ${seq} of ${createdAt}`),
			settleAs: 'COMPLETED',
			settlesAt: null,
			visibleAt: createdAt,
			...fields,
			seq,
			status: '',
			error: null,
			updatedAt: createdAt,
		};
	}

	add(fields: NewAddition, status: string): Addition {
		const addition = this.draft(fields);
		const { _id, partOf, settlesAt, createdAt } = addition;
		this.additions.set(_id, addition);
		setStatus(addition, status, createdAt);
		if (settlesAt !== null) this.pending.add(addition);
		if (partOf !== undefined) this.parts.set(partOf, [...(this.parts.get(partOf) ?? []), addition]);
		return addition;
	}

	/** The other items of an addition. */
	partsOf({ _id }: Addition): Addition[] {
		return this.parts.get(_id) ?? [];
	}

	/** Additions of a user, oldest first. */
	listOf(userId: string): Addition[] {
		return [...this.additions.values()]
			.filter((addition) => addition.userId === userId)
			.sort((one, other) => one.createdAt - other.createdAt || one.seq - other.seq);
	}

	/** Gives an addition a status by hand. It no longer settles by itself. */
	settle(addition: Addition, status: string, now: number): void {
		this.pending.delete(addition);
		addition.settlesAt = null;
		setStatus(addition, status, now);
	}

	/** Settles what is due, each at its own time. Call it before anything is read. */
	settleDue(now: number): void {
		for (const addition of this.pending) {
			const due = addition.settlesAt ?? Infinity;
			if (due <= now) this.settle(addition, addition.settleAs, due);
		}
	}
}

/** What item.error holds after a failure (form assumed: service.md 2.4 shows null only). */
const FAILURE = { code: 'MINT_FAILED', message: 'The GMC could not be minted' };

function setStatus(addition: Addition, status: string, at: number): void {
	addition.status = status;
	addition.error = status === 'FAILED' ? FAILURE : null;
	addition.updatedAt = at;
}
