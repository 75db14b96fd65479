import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { listAdditions } from '../../api/additions';
import { GmcClient } from '../../api/client';
import type { AdditionList } from '../../api/schemas';
import { isCut } from '../../api/schemas';
import { statusOf } from '../../core/additions/status';
import type { CustomerReference } from '../../core/customers/customerReference';
import { customerFilterFields, returnAllFields, taxIdOptions } from '../../shared/commonFields';
import { showHint } from '../../shared/hints';
import { optionalText } from '../../shared/options';
import {
	customerFilterValue,
	dateValue,
	limitParameter,
	taxIdFormatParameter,
} from '../../shared/parameters';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { additionsOf, CustomersWithout } from './additionsOf';
import type { Narrowing } from './texts';

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		...customerFilterFields,
		{
			displayName: 'Final Date',
			name: 'finalDate',
			type: 'dateTime',
			default: '',
			description: 'Last day of the period. Whether GMC includes it, Account: Check tells.',
		},
		{
			displayName: 'Initial Date',
			name: 'initialDate',
			type: 'dateTime',
			default: '',
			description: "First day of the period, in the workflow's time zone",
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'string',
			default: '',
			placeholder: 'e.g. COMPLETED',
			description: 'Only additions with this status',
		},
	],
};

interface Filters extends Narrowing {
	customer?: CustomerReference;
}

/** Lists the additions of the user (service.md 4.3), one request per item; status and customer are sifted here. */
export const getAll: Operation = {
	fields: shownFor('balance', 'getAll', [...returnAllFields, filtersField, taxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		const without = new CustomersWithout();
		const output = await forEachItem(context, items, {
			read: (itemIndex) => ({
				limit: limitParameter(context, itemIndex),
				filters: readFilters(context, itemIndex),
			}),
			run: async ({ limit, filters }) => {
				const { initialDate, finalDate, status, customer } = filters;
				const list = await listAdditions(client.transport, { initialDate, finalDate });
				hintAtCut(context, list);
				const hers = customer && (await additionsOf(client, customer, list.additions));
				const found = (hers?.additions ?? list.additions).filter(
					(one) => status === undefined || statusOf(one) === status.toUpperCase(),
				);
				if (hers && found.length === 0) without.add(hers.name, filters);
				return found.slice(0, limit);
			},
		});
		for (const message of without.messages()) showHint(context, 'info', message);
		return output;
	},
};

function readFilters(context: IExecuteFunctions, itemIndex: number): Filters {
	const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	return {
		initialDate: dateValue(filters.initialDate, 'Initial Date', context),
		finalDate: dateValue(filters.finalDate, 'Final Date', context),
		status: optionalText(filters.status, 'Status'),
		customer: customerFilterValue(filters, taxIdFormatParameter(context, itemIndex)),
	};
}

/** The service may cut its list without saying so, but for the counter beside it (service.md 2.1). */
function hintAtCut(context: IExecuteFunctions, list: AdditionList): void {
	if (!isCut(list)) return;
	const { additions, total } = list;
	const message = `GMC counts ${total} additions in this period but sent ${additions.length}. Ask for a shorter period to see the others.`;
	showHint(context, 'warning', message);
}
