import type { INodeProperties } from 'n8n-workflow';
import { deleteCustomer } from '../../api/customers';
import { customerField, taxIdOptions } from '../../shared/commonFields';
import { customerParameter } from '../../shared/parameters';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { idOf } from './customerId';

const noticeField: INodeProperties = {
	displayName: 'This node cannot restore a deleted customer',
	name: 'deleteNotice',
	type: 'notice',
	default: '',
};

/** Deletes each item's customer. No endpoint restores one (service.md 3). */
export const remove: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete customer',
		description: 'Delete a customer. This node cannot restore it.',
	},
	...eachItem([customerField, noticeField, taxIdOptions], (context, client) => ({
		isWrite: true,
		read: (itemIndex) => customerParameter(context, itemIndex),
		run: async (reference) => {
			const customerId = await idOf(client, reference);
			await deleteCustomer(client.transport, customerId);
			return { _id: customerId, deleted: true };
		},
	})),
};
