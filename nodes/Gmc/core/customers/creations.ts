import type { ServiceRecord } from '../service/record';

/** One customer that a try of this execution has asked for; `customer` is missing while its fate is open. */
export interface Creation {
	customer?: ServiceRecord;
}

/**
 * What Customer: Create has done in one run of one execution, in the node's context: Retry On Fail runs all
 * rows again (n8n-facts), and the service may well take a second customer with the same tax ID (not shown).
 */
export class Creations {
	private readonly made: Record<string, Creation[]>;

	private readonly earlier: Map<string, Creation[]>;

	/**
	 * @param context the node's context object, which is changed in place
	 * @param runIndex keeps the passes of a loop apart
	 */
	constructor(context: Record<string, unknown>, runIndex: number) {
		const runs = (context.gmcCreations ??= {}) as Record<string, Record<string, Creation[]>>;
		this.made = runs[runIndex] ??= {};
		this.earlier = new Map(Object.entries(this.made).map(([key, all]) => [key, [...all]]));
	}

	/** What an earlier try did for a row with these fields; each is given out once. */
	take(fields: object): Creation | undefined {
		return this.earlier.get(JSON.stringify(fields))?.shift();
	}

	/** Writes the intent down. To be called before the request. */
	intend(fields: object): Creation {
		const creation: Creation = {};
		(this.made[JSON.stringify(fields)] ??= []).push(creation);
		return creation;
	}

	/** Takes an intent back that is proven not done. */
	forget(fields: object, creation: Creation): void {
		const key = JSON.stringify(fields);
		this.made[key] = this.made[key].filter((one) => one !== creation);
	}
}
