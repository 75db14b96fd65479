import { matcherOf, searchTextOf } from '../../core/customers/directory';
import { collection, returnAllFields } from '../../shared/commonFields';
import { optionalText } from '../../shared/options';
import { limitParameter } from '../../shared/parameters';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';

const filtersField = collection('Filters', 'filters', 'filter', [
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. Maria',
		description: 'Part of the name, the email or the tax ID',
	},
]);

/** Lists the active customers with one request for all items. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many customers',
		description: 'Retrieve a list of customers',
	},
	...eachItem([...returnAllFields, filtersField], (context, client) => ({
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
	})),
};
