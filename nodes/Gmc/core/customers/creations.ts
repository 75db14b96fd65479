import type { ServiceRecord } from '../service/record';
import { InputError } from '../util/inputError';
import { Outbox } from '../memory/outbox';
import type { RunRecord, RunRecords } from '../memory/outbox';
import { changedFields } from './changedFields';
import { normalizeTaxId } from './taxId';
import { count } from '../texts/words';

type Named = ServiceRecord & { _id: string };

/** What is asked of the service for a new customer (service.md 4.5). */
export interface NewCustomer {
	taxId: string;
	name: string;
	email: string;
}

/** One customer that a try of this execution has asked for; `customer` is missing while its fate is open. */
export interface Creation {
	/** The fields that were asked for. */
	fields: NewCustomer;
	/** ISO 8601, by the clock of n8n. */
	askedAt: string;
	/** `_id`s of those that had the tax ID before the request; missing where the list could not be had. */
	baseline?: string[];
	customer?: Named;
}

const keyOf = ({ taxId, name, email }: NewCustomer) => JSON.stringify([taxId, name, email]);

/**
 * Which customers an execution has created, in the node's context: Retry On Fail runs all rows again (n8n.md
 * E1), the service may well take a second customer with the same tax ID, and its list may be behind (not shown).
 */
export class Creations {
	private readonly outbox: Outbox<Creation>;

	/**
	 * @param runs as stored; changed in place
	 * @param runIndex keeps the passes of a loop apart; what one has left in doubt counts for all of them
	 */
	constructor(runs: RunRecords<RunRecord<Creation>>, runIndex: number) {
		this.outbox = new Outbox(runs, runIndex, ({ fields }) => [keyOf(fields)], {
			isShared: ({ customer }) => customer === undefined,
		});
	}

	/** What an earlier try did for a row with these fields; each is given out once. */
	take(fields: NewCustomer): Creation | undefined {
		return this.outbox.take([keyOf(fields)]);
	}

	/** Writes the intent down. To be called before the request. @param baseline see `Creation` */
	intend(fields: NewCustomer, baseline: string[] | undefined, now: Date): Creation {
		return this.outbox.intend({ fields, askedAt: now.toISOString(), baseline });
	}

	/** Takes an intent back that is proven not done. */
	forget(creation: Creation): void {
		this.outbox.forget(creation);
	}

	/** What any run of this execution has asked for with this tax ID, punctuation aside. */
	withTaxId(taxId: string): Creation[] {
		const key = normalizeTaxId(taxId);
		return this.outbox.all().filter(({ fields }) => normalizeTaxId(fields.taxId) === key);
	}

	/** A customer of this execution was changed. */
	refresh(customer: Named): void {
		for (const creation of this.outbox.all()) {
			if (creation.customer?._id === customer._id) creation.customer = customer;
		}
	}

	/**
	 * Gives a creation whose answer was lost its customer: the only one of its tax ID that was neither there
	 * before nor is another row's, if it is called what was asked for.
	 *
	 * @param listed all customers that have the tax ID now
	 * @throws UnknownCreation when the list shows none, several or another one
	 */
	recognize(creation: Creation, listed: Named[]): Named {
		const taken = this.outbox.all().flatMap(({ customer }) => customer?._id ?? []);
		const before = new Set([...(creation.baseline ?? []), ...taken]);
		const candidates = listed.filter(({ _id }) => !before.has(_id));
		const [only] = candidates;
		const isProven =
			creation.baseline !== undefined &&
			candidates.length === 1 &&
			changedFields({ name: only.name, email: only.email }, creation.fields) === undefined;
		if (!isProven) throw new UnknownCreation(creation, candidates);
		creation.customer = only;
		return only;
	}
}

/** Said as data, too: whether the customer was created is not known (CONTRIBUTING M5). */
export class UnknownCreation extends InputError {
	constructor({ askedAt }: Creation, candidates: Named[]) {
		super({
			message:
				'an earlier try sent this row and lost the answer; whether the customer was created is not known',
			advice: `The list shows ${count(candidates.length, 'customer', 'customers')} that may be it. Look at them with Customer → Get Many before you create one.`,
			code: 'CHANGE_IN_DOUBT',
			details: { outcome: 'unknown', askedAt, candidates: candidates.map(({ _id }) => _id) },
		});
	}
}
