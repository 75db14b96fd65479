import { customerField, taxIdOptions } from '../../shared/commonFields';
import { customerParameter } from '../../shared/parameters';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';

/** Finds each item's customer in the list, because GMC has no lookup of one (service.md 4.1). */
export const get: Operation = {
	option: { name: 'Get', value: 'get', action: 'Get customer', description: 'Retrieve a customer' },
	...eachItem([customerField, taxIdOptions], (context, client) => ({
		read: (itemIndex) => customerParameter(context, itemIndex),
		run: async (reference) => (await client.directory()).get(reference),
	})),
};
