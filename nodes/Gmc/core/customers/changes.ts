import type { ServiceRecord } from '../service/record';
import { Outbox } from '../memory/outbox';
import type { RunRecord, RunRecords } from '../memory/outbox';

/** One change or deletion that a try of this execution has asked for. */
export interface Change {
	/** What the row asks for, as JSON. */
	row: string;
	/** Whom the row was about when it was sent: a tax ID may name another one by the next try. */
	customerId: string;
	/** What came out; missing while the fate is open. */
	answer?: ServiceRecord;
}

/**
 * Which customers an execution has changed or deleted, in the node's context. Retry On Fail runs all rows again
 * (n8n.md E1): a tax ID that named a customer who is deleted by now may name somebody else, who would be next.
 */
export class Changes {
	private readonly outbox: Outbox<Change>;

	/**
	 * @param runs as stored; changed in place
	 * @param runIndex keeps the passes of a loop apart
	 */
	constructor(runs: RunRecords<RunRecord<Change>>, runIndex: number) {
		this.outbox = new Outbox(runs, runIndex, ({ row }) => [row]);
	}

	/** What an earlier try did for an equal row; each is given out once. */
	take(row: object): Change | undefined {
		return this.outbox.take([JSON.stringify(row)]);
	}

	/** Writes down whom the row is about. To be called before the request. */
	intend(row: object, customerId: string): Change {
		return this.outbox.intend({ row: JSON.stringify(row), customerId });
	}

	/** Takes a change back that is proven not done. */
	forget(change: Change): void {
		this.outbox.forget(change);
	}
}
