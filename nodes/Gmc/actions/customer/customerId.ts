import type { GmcClient } from '../../api/client';
import type { CustomerReference } from '../../core/customers/customerReference';

/** The form of `_id` in all of GMC's examples (service.md 2.2). */
const USUAL_ID = /^[0-9a-f]{24}$/i;

/**
 * The `_id` for the path. A usual ID is used as it is. Anything else may be a tax ID, so the customer is looked up.
 *
 * @throws InputError if there is no such customer, or more than one
 */
export async function idOf(client: GmcClient, reference: CustomerReference): Promise<string> {
	const { by, value } = reference;
	if (by === 'id' && USUAL_ID.test(value)) return value;
	return (await client.directory()).get(reference)._id;
}
