import type { INodeProperties } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import { matcherOf, searchTextOf } from '../../core/customers/search';
import { customerField, returnAllFields, taxIdOptions } from '../../shared/commonFields';
import { optionalText } from '../../shared/options';
import { customerParameter, limitParameter } from '../../shared/parameters';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';

/** Finds each item's customer in the list, because GMC has no lookup of one (service.md 4.1). */
export const get: Operation = {
	fields: shownFor('customer', 'get', [customerField, taxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			read: (itemIndex) => customerParameter(context, itemIndex),
			run: async (reference) => (await client.directory()).get(reference),
		});
	},
};

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Maria',
			description: 'Part of the name, the e-mail or the tax ID',
		},
	],
};

/** Lists the active customers with one request for all items. */
export const getAll: Operation = {
	fields: shownFor('customer', 'getAll', [...returnAllFields, filtersField]),
	async execute(context, items) {
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			read: (itemIndex) => ({
				limit: limitParameter(context, itemIndex),
				search: optionalText(context.getNodeParameter('filters.search', itemIndex, ''), 'Search'),
			}),
			run: async ({ limit, search }) => {
				const all = (await client.directory()).all();
				const matches = matcherOf(search);
				const found = search === undefined ? all : all.filter((one) => matches(searchTextOf(one)));
				return found.slice(0, limit);
			},
		});
	},
};
