import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { listAdditions } from '../../api/additions';
import { GmcClient } from '../../api/client';
import type { Addition } from '../../api/schemas';
import { isIncomplete } from '../../api/schemas';
import { listWhole } from '../../api/wholeList';
import { statusOf } from '../../core/additions/status';
import type { CustomerReference } from '../../core/customers/customerReference';
import {
	customerFilterField,
	returnAllFields,
	simplifyField,
	taxIdOptions,
} from '../../shared/commonFields';
import { showHint } from '../../shared/hints';
import { flatRecords } from '../../shared/items';
import { optionalText } from '../../shared/options';
import {
	customerFilterValue,
	dateValue,
	limitParameter,
	simplifyParameter,
	taxIdFormatParameter,
} from '../../shared/parameters';
import type { ServiceRecord } from '../../core/service/record';
import { InputError } from '../../core/util/inputError';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import type { Filters } from './additionsOf';
import { additionsOf, hintAtEmpty } from './additionsOf';
import { number, periodText } from '../../core/texts/words';

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		customerFilterField,
		{
			displayName: 'End Date',
			name: 'finalDate',
			type: 'dateTime',
			default: '',
			description: 'Last day of the period. Account: Check tells whether GMC includes it.',
		},
		{
			displayName: 'Start Date',
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
			description: 'Only top-ups with this status',
		},
	],
};

/** Lists the additions of the user (service.md 4.3), one request for each item. Filters status and customer itself. */
export const getAll: Operation = {
	fields: shownFor('balance', 'getAll', [
		...returnAllFields,
		simplifyField,
		filtersField,
		taxIdOptions,
	]),
	async execute(context, items) {
		const client = new GmcClient(context);
		const empty: Array<{ name: string; filters: Filters }> = [];
		const output = await forEachItem(context, items, {
			read: (itemIndex) => ({
				limit: limitParameter(context, itemIndex),
				filters: readFilters(context, itemIndex),
				simplify: simplifyParameter(context, itemIndex),
			}),
			run: async ({ limit, filters, simplify }) => {
				const { status, customer } = filters;
				const all = await list(context, client, filters, limit === Infinity);
				const hers = customer && (await additionsOf({ context, client }, customer, all));
				const additions = hers?.additions ?? all;
				// Without the list of customers, the records have no names.
				const customers =
					simplify && additions.length > 0
						? await client.directory().catch(() => undefined)
						: undefined;
				const records: ServiceRecord[] = simplify
					? await flatRecords(context, additions, { customers, identifiers: hers?.identifiers })
					: additions;
				const found = records.filter(
					(one) => status === undefined || statusOf(one) === status.toUpperCase(),
				);
				if (hers && found.length === 0) empty.push({ name: hers.name, filters });
				return found.slice(0, limit);
			},
		});
		hintAtEmpty(context, empty);
		return output;
	},
};

function readFilters(
	context: IExecuteFunctions,
	itemIndex: number,
): Filters & { customer?: CustomerReference } {
	const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	return {
		initialDate: dateValue(filters.initialDate, 'Start Date', context),
		finalDate: dateValue(filters.finalDate, 'End Date', context),
		status: optionalText(filters.status, 'Status'),
		customer: customerFilterValue(filters, taxIdFormatParameter(context, itemIndex)),
	};
}

/**
 * One request, or more if all additions since a day are wanted and GMC's list is incomplete, which only its counter shows
 * (service.md 2.1).
 *
 * @throws InputError if all are wanted and some are missing, because a shorter output would look like "not paid"
 */
async function list(
	context: IExecuteFunctions,
	{ transport }: GmcClient,
	{ initialDate, finalDate }: Filters,
	wantsAll: boolean,
): Promise<Addition[]> {
	if (wantsAll && initialDate !== undefined) {
		const { additions, isWhole, ...rest } = await listWhole(transport, initialDate, finalDate);
		if (!isWhole)
			throw incomplete(
				rest.missing ?? 0,
				` of ${rest.incompletePeriods.map(periodText).join(', ')}`,
			);
		return additions;
	}
	const all = await listAdditions(transport, { initialDate, finalDate });
	if (!isIncomplete(all)) return all.additions;
	const { additions, total = 0 } = all;
	if (wantsAll) throw incomplete(total - additions.length);
	const message = `GMC counts ${number(total)} top-ups in this period but sent ${number(additions.length)}. To see the others, set Start Date and Return All`;
	showHint(context, 'warning', message);
	return additions;
}

const incomplete = (missing: number, ofPeriod = '') =>
	new InputError({
		message: `GMC returned an incomplete list: ${missing > 0 ? number(missing) : 'some'} top-ups${ofPeriod} are missing`,
		advice: ofPeriod
			? 'Ask for a shorter period. If one day is incomplete, ask GMC for a complete list. Turn off Return All to get what GMC sends.'
			: 'Set Start Date: the node then asks in shorter periods. Turn off Return All to get what GMC sends.',
		code: 'LIST_CUT',
	});
