import type { CustomerReference } from './customerReference';
import type { CustomerDirectory, Identified } from './directory';
import { identifiersFor } from './directory';

/** A customer that is watched, and what the service has called it so far. */
export interface WatchedCustomer {
	/** Its `_id`, which stays when its tax ID is corrected; undefined: never found. */
	id?: string;
	/** Everything that additions may call it by. */
	identifiers: string[];
}

/**
 * Who is watched, as the service has it now: found by `_id` once that is known, and as the user has named it else.
 * Earlier names stay, for earlier additions, unless another customer has them now.
 *
 * @param reference how the user has named the customer
 * @param before what was known of it
 * @returns with the problem, if there is no such active customer
 */
export function follow(
	directory: CustomerDirectory<Identified>,
	reference: CustomerReference,
	before?: WatchedCustomer,
): { watched: WatchedCustomer; problem?: string } {
	const same = before?.id && directory.find({ by: 'id', value: before.id });
	const found = same && 'customer' in same ? same : directory.find(reference);
	const kept = before?.identifiers ?? [];
	const now = identifiersFor(reference, found);
	if ('problem' in found) {
		return { watched: { id: before?.id, identifiers: union(now, kept) }, problem: found.problem };
	}
	const { _id: id } = found.customer;
	const isOfAnother = (name: string) => directory.withTaxId(name).some(({ _id }) => _id !== id);
	const still = kept.filter((name) => !isOfAnother(name));
	return { watched: { id, identifiers: union(now, still) } };
}

const union = (some: string[], others: string[]) => [...new Set([...some, ...others])];
