import { GmcClient } from '../../api/client';
import { customerField, taxIdOptions } from '../../shared/commonFields';
import { customerParameter } from '../../shared/parameters';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { findCustomer } from './findCustomer';

/** Finds each item's customer in the list of active customers: the service has no lookup (service.md 4.1). */
export const get: Operation = {
	fields: shownFor('customer', 'get', [customerField, taxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			read: (itemIndex) => customerParameter(context, itemIndex),
			run: async (reference) => await findCustomer(client, reference),
		});
	},
};
