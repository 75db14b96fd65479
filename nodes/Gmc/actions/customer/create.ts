import { GmcClient } from '../../api/client';
import { createCustomer } from '../../api/customers';
import { forEachItem } from '../items';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, taxIdOptions } from './fields';
import { readCustomerFields } from './input';

/** Creates one customer per item. Never sent twice: a customer of unknown fate is an error. */
export const create: Operation = {
	fields: shownFor('customer', 'create', [...customerFields, taxIdOptions]),
	async execute(context, items) {
		const { transport } = new GmcClient(context);
		return await forEachItem(context, items, {
			read: (itemIndex) => readCustomerFields(context, itemIndex),
			run: async (fields) => await createCustomer(transport, fields),
		});
	},
};
