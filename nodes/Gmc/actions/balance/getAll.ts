import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { listAdditions } from '../../api/additions';
import { GmcClient } from '../../api/client';
import type { Addition, AdditionList } from '../../api/schemas';
import { isCut } from '../../api/schemas';
import { isForCustomer } from '../../core/additions/addition';
import { statusOf } from '../../core/additions/status';
import type { CustomerReference } from '../../core/customers/customerReference';
import { identifiersFor } from '../../core/customers/directory';
import { returnAllFields, taxIdOptions } from '../../shared/commonFields';
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

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Customer ID or Tax ID',
			name: 'customerIdentifier',
			type: 'string',
			default: '',
			placeholder: 'e.g. 012.345.678-90',
			description: 'Only additions for this customer',
		},
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

interface Filters {
	initialDate?: string;
	finalDate?: string;
	status?: string;
	customer?: CustomerReference;
}

/** Lists the additions of the user (service.md 4.3), one request per item; status and customer are sifted here. */
export const getAll: Operation = {
	fields: shownFor('balance', 'getAll', [...returnAllFields, filtersField, taxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			read: (itemIndex) => ({
				limit: limitParameter(context, itemIndex),
				filters: readFilters(context, itemIndex),
			}),
			run: async ({ limit, filters }) => {
				const { initialDate, finalDate } = filters;
				const list = await listAdditions(client.transport, { initialDate, finalDate });
				hintAtCut(context, list);
				return (await applyFilters(client, list.additions, filters)).slice(0, limit);
			},
		});
	},
};

function readFilters(context: IExecuteFunctions, itemIndex: number): Filters {
	const filter = (name: string) => context.getNodeParameter(`filters.${name}`, itemIndex, '');
	return {
		initialDate: dateValue(filter('initialDate'), 'Initial Date', context),
		finalDate: dateValue(filter('finalDate'), 'Final Date', context),
		status: optionalText(filter('status'), 'Status'),
		customer: customerFilterValue(
			filter('customerIdentifier'),
			taxIdFormatParameter(context, itemIndex),
		),
	};
}

async function applyFilters(
	client: GmcClient,
	additions: Addition[],
	{ status, customer }: Filters,
): Promise<Addition[]> {
	let found = additions;
	if (status) {
		found = found.filter((one) => statusOf(one) === status.toUpperCase());
	}
	if (customer) {
		// It may be listed by `_id` or by tax ID (service.md 2.4), so both are looked for.
		const identifiers = identifiersFor(customer, (await client.directory()).find(customer));
		found = found.filter((addition) => isForCustomer(addition, identifiers));
	}
	return found;
}

/** The service may cut its list without saying so, but for the counter beside it (service.md 2.1). */
function hintAtCut(context: IExecuteFunctions, list: AdditionList): void {
	if (!isCut(list)) return;
	const { additions, total } = list;
	const message = `GMC counts ${total} additions in this period but sent ${additions.length}. Ask for a shorter period to see the others.`;
	showHint(context, 'warning', message);
}
