import type { INodeProperties } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import { deleteCustomer } from '../../api/customers';
import { customerField, taxIdOptions } from '../../shared/commonFields';
import { customerParameter } from '../../shared/parameters';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { resolveCustomerId } from './findCustomer';

const noticeField: INodeProperties = {
	displayName: 'A deleted customer cannot be brought back: GMC has no way to restore one',
	name: 'deleteNotice',
	type: 'notice',
	default: '',
};

/** Deletes each item's customer, logically and for good: no endpoint restores one (service.md 3). */
export const remove: Operation = {
	fields: shownFor('customer', 'delete', [customerField, noticeField, taxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => customerParameter(context, itemIndex),
			run: async (reference) => {
				const customerId = await resolveCustomerId(client, reference);
				await deleteCustomer(client.transport, customerId);
				return { _id: customerId, deleted: true };
			},
		});
	},
};
