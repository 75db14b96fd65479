import type { CustomerReference } from './customerReference';
import type { CustomerDirectory, Identified } from './directory';
import { identifiersFor } from './directory';

/** The customer that the trigger watches, as far as GMC has shown it. */
export interface WatchedCustomer {
	/** Its `_id`, which stays when its tax ID is corrected. Undefined if it was never found. */
	id?: string;
	/** Every identifier that additions may use for it. */
	identifiers: string[];
	/** When the customers were last listed, in epoch milliseconds. */
	askedAt: number;
}

/**
 * Looks up the watched customer: by `_id` if that is known, else as the user named it. Earlier identifiers are kept for
 * earlier additions, unless another customer has them now.
 *
 * @returns also the problem, if there is no such active customer
 */
export function updateWatched(
	directory: CustomerDirectory<Identified>,
	reference: CustomerReference,
	before?: WatchedCustomer,
): { watched: Omit<WatchedCustomer, 'askedAt'>; problem?: string } {
	const known = before?.id === undefined ? undefined : directory.withId(before.id);
	const found = known ? { customer: known } : directory.find(reference);
	const id = 'customer' in found ? found.customer._id : undefined;
	const isOfAnother = (name: string) =>
		id !== undefined && directory.withTaxId(name).some(({ _id }) => _id !== id);
	const kept = (before?.identifiers ?? []).filter((name) => !isOfAnother(name));
	const identifiers = [...new Set([...identifiersFor(reference, found), ...kept])];
	const problem = 'problem' in found ? found.problem : undefined;
	return { watched: { id: id ?? before?.id, identifiers }, problem };
}
