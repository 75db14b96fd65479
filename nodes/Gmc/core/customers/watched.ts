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
	const known = before?.id === undefined ? undefined : directory.withId(before.id);
	const found = known ? { customer: known } : directory.find(reference);
	const { _id: id } = 'customer' in found ? found.customer : { _id: undefined };
	const isOfAnother = (name: string) =>
		id !== undefined && directory.withTaxId(name).some(({ _id }) => _id !== id);
	const still = (before?.identifiers ?? []).filter((name) => !isOfAnother(name));
	const identifiers = [...new Set([...identifiersFor(reference, found), ...still])];
	const problem = 'problem' in found ? found.problem : undefined;
	return { watched: { id: id ?? before?.id, identifiers }, problem };
}
