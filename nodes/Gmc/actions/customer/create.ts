import { GmcClient } from '../../api/client';
import { createCustomer } from '../../api/customers';
import type { Creations, NewCustomer } from '../../core/customers/creations';
import { GmcRequestError, isFatal } from '../../core/service/failure';
import type { ServiceRecord } from '../../core/service/record';
import { newTaxIdOptions } from '../../shared/commonFields';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readCustomerFields } from './customerFields';
import { isProvenNotDone, lostMemory, openMemory } from './memory';
/**
 * Creates one customer per item, each with one POST. A retry of the execution gives out what was created, and
 * looks for what was lost in the list instead of creating it again.
 */
export const create: Operation = {
	fields: shownFor('customer', 'create', [...customerFields, newTaxIdOptions]),
	async execute(context, items) {
		const { creations, isLost } = await openMemory(context);
		if (isLost) {
			throw lostMemory(
				'created',
				"Start the rows anew with Customer → Create or Update, once GMC's list of customers is up to date: whom it shows is not created again.",
			);
		}
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => readCustomerFields(context, itemIndex),
			run: async (fields) => {
				const earlier = creations.take(fields);
				if (earlier === undefined) return await createOnce(client, creations, fields);
				if (earlier.customer !== undefined) return earlier.customer;
				const listed = (await client.directory()).withTaxId(fields.taxId);
				return creations.recognize(earlier, listed);
			},
		});
	},
};

async function createOnce(
	client: GmcClient,
	creations: Creations,
	fields: NewCustomer,
): Promise<ServiceRecord> {
	const baseline = await idsWithTaxId(client, fields.taxId);
	const creation = creations.intend(fields, baseline, new Date());
	const customer = await createCustomer(client.transport, fields).catch((error: unknown) => {
		if (isProvenNotDone(error)) creations.forget(creation);
		throw error;
	});
	creation.customer = customer;
	if (baseline !== undefined) (await client.directory()).put({ ...fields, ...customer });
	return customer;
}

/**
 * Who has the tax ID before the request cannot be its result. A list that cannot be had only means that nothing
 * can be concluded later.
 *
 * @throws GmcRequestError for a failure that the request would meet as well
 */
async function idsWithTaxId(client: GmcClient, taxId: string): Promise<string[] | undefined> {
	const directory = await client.directory().catch((error: unknown) => {
		if (error instanceof GmcRequestError && !isFatal(error.failure)) return undefined;
		throw error;
	});
	return directory?.withTaxId(taxId).map(({ _id }) => _id);
}
