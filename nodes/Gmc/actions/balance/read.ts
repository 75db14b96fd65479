import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { getAddition } from '../../api/additions';
import { knownCustomers } from '../../api/customers';
import { statusOf } from '../../core/additions/status';
import {
	collection,
	customerFilterField,
	returnAllFields,
	simplifyField,
	taxIdOptions,
} from '../../shared/commonFields';
import { flatRecords } from '../../shared/items';
import { optionalText } from '../../shared/options';
import {
	customerFilterValue,
	dateValue,
	limitParameter,
	simplifyParameter,
	taxIdFormatParameter,
	textValue,
} from '../../shared/parameters';
import type { ServiceRecord } from '../../core/service/record';
import { checkedId } from '../../core/service/record';
import { eachItem } from '../forEachItem';
import { additionsOf, hintAtEmpty, hintAtNameless } from './additionsOf';
import { listDays } from './listDays';

const additionIdField: INodeProperties = {
	displayName: 'Top-Up ID',
	name: 'additionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 665f1c2e9b1d8a0012ab34cd',
	description: 'The _id that GMC gave the top-up',
};

/** Looks up one addition per item (service.md 4.4). */
export const get = eachItem([additionIdField, simplifyField], (context, client) => ({
	read: (itemIndex) => ({
		additionId: checkedId(
			textValue(context.getNodeParameter('additionId', itemIndex), 'The Top-Up ID'),
		),
		simplify: simplifyParameter(context, itemIndex),
	}),
	run: async ({ additionId, simplify }) => {
		const addition = await getAddition(client.transport, additionId);
		if (!simplify) return addition;
		return await flatRecords(
			context,
			[addition],
			async () => await knownCustomers(client.transport),
		);
	},
}));

const filtersField = collection('Filters', 'filters', 'filter', [
	customerFilterField,
	{
		displayName: 'End Date',
		name: 'finalDate',
		type: 'dateTime',
		default: '',
		description: 'Last day of the period. Top-ups whose day is not certain are listed, too.',
	},
	{
		displayName: 'Start Date',
		name: 'initialDate',
		type: 'dateTime',
		default: '',
		description: 'First day of the period',
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'string',
		default: '',
		placeholder: 'e.g. COMPLETED',
		description: 'Only top-ups with this status',
	},
]);

/** Lists the additions of the user (service.md 4.3) for each item. Filters status and customer itself. */
export const getAll = eachItem(
	[...returnAllFields, simplifyField, filtersField, taxIdOptions],
	(context, client) => {
		let empty = 0;
		const nameless: number[] = [];
		return {
			read: (itemIndex) => ({
				limit: limitParameter(context, itemIndex),
				filters: readFilters(context, itemIndex),
				simplify: simplifyParameter(context, itemIndex),
			}),
			run: async ({ limit, filters, simplify }) => {
				const { status, customer } = filters;
				const all = await listDays(context, client, filters, limit === Infinity);
				const hers = customer && (await additionsOf({ context, client }, customer, all));
				const additions = hers?.additions ?? all;
				if (hers) nameless.push(hers.nameless);
				const directory = async () => await client.directory();
				const records: ServiceRecord[] = simplify
					? await flatRecords(context, additions, directory, hers?.identifiers)
					: additions;
				const found = records.filter(
					(one) => status === undefined || statusOf(one) === status.toUpperCase(),
				);
				if (hers && found.length === 0) empty++;
				return found.slice(0, limit);
			},
			done: () => {
				hintAtEmpty(context, empty);
				hintAtNameless(context, nameless);
			},
		};
	},
);

function readFilters(context: IExecuteFunctions, itemIndex: number) {
	const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	return {
		initialDate: dateValue(filters.initialDate, 'Start Date', context),
		finalDate: dateValue(filters.finalDate, 'End Date', context),
		status: optionalText(filters.status, 'Status'),
		customer: customerFilterValue(filters, taxIdFormatParameter(context, itemIndex)),
	};
}
