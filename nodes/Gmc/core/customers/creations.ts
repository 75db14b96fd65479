import type { ServiceRecord } from '../service/record';
import { Outbox } from '../util/outbox';
import type { RunRecord, RunRecords } from '../util/outbox';

/** One customer that a try of this execution has asked for; `customer` is missing while its fate is open. */
export interface Creation {
	/** The fields that were asked for, as JSON. */
	fields: string;
	customer?: ServiceRecord;
}

/**
 * What Customer: Create has done in one run of one execution, in the node's context: Retry On Fail runs all
 * rows again (n8n.md E1), and the service may well take a second customer with the same tax ID (not shown).
 */
export class Creations {
	private readonly outbox: Outbox<Creation>;

	/**
	 * @param memory the node's context object, which is changed in place
	 * @param runIndex keeps the passes of a loop apart
	 */
	constructor(memory: Record<string, unknown>, runIndex: number) {
		const runs = (memory.gmcCreations ??= {}) as RunRecords<RunRecord<Creation>>;
		this.outbox = new Outbox(runs, runIndex, ({ fields }) => [fields]);
	}

	/** What an earlier try did for a row with these fields; each is given out once. */
	take(fields: object): Creation | undefined {
		return this.outbox.take([JSON.stringify(fields)]);
	}

	/** Writes the intent down. To be called before the request. */
	intend(fields: object): Creation {
		return this.outbox.intend({ fields: JSON.stringify(fields) });
	}

	/** Takes an intent back that is proven not done. */
	forget(creation: Creation): void {
		this.outbox.forget(creation);
	}
}
