import type { GmcClient } from '../../api/client';
import { createCustomer, updateCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { changedFields } from '../../core/customers/changedFields';
import type { Creations, NewCustomer } from '../../core/customers/creations';
import { UnknownCreation } from '../../core/customers/creations';
import type { CustomerDirectory } from '../../core/customers/directory';
import type { ServiceRecord } from '../../core/service/record';
import { InputError } from '../../core/util/inputError';
import { withNodeMetadata } from '../../shared/items';
import type { Throttle } from '../../shared/throttle';
import { isProvenNotDone } from './memory';

/** What customers are saved with. */
interface Saving {
	client: GmcClient;
	throttle: Throttle;
	creations: Creations;
}

/**
 * Creates the customer with this tax ID or changes what differs.
 *
 * @throws InputError when several customers have it, UnknownCreation when an earlier try may have created one
 *   that the list does not show, GmcRequestError
 */
export async function saveCustomer(run: Saving, fields: NewCustomer): Promise<ServiceRecord> {
	const { client, throttle, creations } = run;
	const directory = await client.directory();
	addCreated(directory, creations, fields.taxId);
	const [existing, ...duplicates] = directory.withTaxId(fields.taxId);
	if (duplicates.length > 0) throw sharedTaxId([existing, ...duplicates]);
	if (existing === undefined) {
		const created = await createOnce(run, fields);
		directory.put(created);
		return withNodeMetadata(created, { action: 'created' });
	}
	const changes = changedFields(existing, fields);
	if (changes === undefined) return withNodeMetadata(existing, { action: 'unchanged' });
	const update = async () => await updateCustomer(client.transport, existing._id, changes);
	const answer = await throttle.send(update);
	const updated: Customer = { ...existing, ...changes, ...answer };
	directory.put(updated);
	creations.refresh(updated);
	return withNodeMetadata(updated, { action: 'updated' });
}

/** What this execution has created is there, although a list that is behind does not show it yet. */
function addCreated(
	directory: CustomerDirectory<Customer>,
	creations: Creations,
	taxId: string,
): void {
	const listed = directory.withTaxId(taxId);
	for (const creation of creations.withTaxId(taxId)) {
		if (creation.customer !== undefined) {
			directory.putIfMissing(creation.customer as Customer);
			continue;
		}
		const fresh = listed.filter(({ _id }) => !creation.baseline?.includes(_id));
		if (fresh.length === 0) throw new UnknownCreation(creation, []);
		// Whoever has the tax ID alone and had it not before is the one; several are refused by the caller.
		if (listed.length === 1) [creation.customer] = fresh;
	}
}

async function createOnce(
	{ client, throttle, creations }: Saving,
	fields: NewCustomer,
): Promise<Customer> {
	const creation = creations.intend(fields, [], new Date());
	const create = async () => await createCustomer(client.transport, fields);
	const answer = await throttle.send(create).catch((error: unknown) => {
		if (isProvenNotDone(error)) creations.forget(creation);
		throw error;
	});
	const created = { ...fields, ...answer };
	creation.customer = created;
	return created;
}

function sharedTaxId(customers: Customer[]): InputError {
	const ids = customers.map(({ _id }) => _id);
	return new InputError(
		(texts) => texts.customers.severalHaveTaxId({ ids }),
		(texts) => texts.customers.deleteExtra,
	);
}
