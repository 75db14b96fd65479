import { GmcClient } from '../../api/client';
import { deleteCustomer } from '../../api/customers';
import { customerField } from '../fields';
import { forEachItem } from '../items';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerParameter } from '../parameters';
import { resolveCustomerId } from './find';

/** Deletes each item's customer, logically and for good: no endpoint restores one (spec 3). */
export const remove: Operation = {
	fields: shownFor('customer', 'delete', [customerField]),
	async execute(context, items) {
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			read: (itemIndex) => customerParameter(context, itemIndex),
			run: async (reference) => {
				const customerId = await resolveCustomerId(client, reference);
				await deleteCustomer(client.transport, customerId);
				return { _id: customerId, deleted: true };
			},
		});
	},
};
