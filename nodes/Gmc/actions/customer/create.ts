import { GmcClient } from '../../api/client';
import type { CustomerFields } from '../../api/customers';
import { createCustomer } from '../../api/customers';
import { Creations } from '../../core/customers/creations';
import { GmcRequestError } from '../../core/service/failure';
import type { ServiceRecord } from '../../core/service/record';
import { InputError } from '../../core/util/inputError';
import { taxIdOptions } from '../../shared/commonFields';
import { runIndexOf } from '../../shared/parameters';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readCustomerFields } from './customerFields';

/**
 * Creates one customer per item, each with one POST. A retry of the execution gives out what was created, and
 * looks for what was lost in the list instead of creating it again.
 */
export const create: Operation = {
	fields: shownFor('customer', 'create', [...customerFields, taxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		const creations = new Creations(context.getContext('node'), runIndexOf(context));
		return await forEachItem(context, items, {
			read: (itemIndex) => readCustomerFields(context, itemIndex),
			run: async (fields) => {
				const earlier = creations.take(fields);
				if (earlier === undefined) return await createOnce(client, creations, fields);
				return (earlier.customer ??= await findLost(client, fields));
			},
		});
	},
};

async function createOnce(
	client: GmcClient,
	creations: Creations,
	fields: Required<CustomerFields>,
): Promise<ServiceRecord> {
	const creation = creations.intend(fields);
	creation.customer = await createCustomer(client.transport, fields).catch((error: unknown) => {
		const isProven = error instanceof GmcRequestError && error.failure.proof !== 'unknown';
		if (isProven) creations.forget(creation);
		throw error;
	});
	return creation.customer;
}

async function findLost(
	client: GmcClient,
	fields: Required<CustomerFields>,
): Promise<ServiceRecord> {
	const found = (await client.directory()).withTaxId(fields.taxId);
	if (found.length === 1) return found[0];
	throw new InputError(
		'an earlier try sent this row and lost the answer; whether the customer was created is not known',
		`The list shows ${found.length} customers with this tax ID. Look at them with Customer → Get Many before you create one.`,
	);
}
