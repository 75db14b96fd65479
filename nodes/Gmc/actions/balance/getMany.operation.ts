import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { listWhole } from '../../api/additions';
import type { GmcClient } from '../../api/client';
import { timesOf } from '../../core/additions/recent';
import type { AdditionItem } from '../../core/additions/item';
import { itemStatus } from '../../core/additions/simplified';
import { statusOf } from '../../core/additions/status';
import { isWithin } from '../../core/reconcile/period';
import { inSentences, number, periodText } from '../../core/texts/words';
import type { Period } from '../../core/time/time';
import { dayBefore, toInstant, twoDaysAfter } from '../../core/time/time';
import { refusal } from '../../core/util/inputError';
import {
	collection,
	customerFilterField,
	outputFields,
	returnAllFields,
	taxIdOptions,
	TOP_UP_FIELDS,
} from '../../shared/commonFields';
import { showHint } from '../../shared/context';
import { flatRecords } from '../../shared/items';
import { optionalText } from '../../shared/options';
import { simplifyParameter } from '../../shared/output';
import {
	customerFilterValue,
	dateValue,
	emptyPeriod,
	limitParameter,
	taxIdFormatParameter,
} from '../../shared/parameters';
import type { Addition, ServiceRecord } from '../../core/service/record';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { additionsOf, hintAtEmpty, hintAtLeftOut, hintAtNameless, hintAtSums } from './additionsOf';

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
export const getMany: Operation = {
	option: {
		name: 'Get Many Top-Ups',
		value: 'getMany',
		action: 'Get many top-ups',
		description: 'Retrieve a list of top-ups',
	},
	...eachItem(
		[...returnAllFields, ...outputFields(TOP_UP_FIELDS), filtersField, taxIdOptions],
		(context, client) => {
			let empty = 0;
			const nameless: number[] = [];
			const leftOut: number[] = [];
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
					const isWanted = (one: ServiceRecord) =>
						status === undefined || statusOf(one) === status.toUpperCase();
					const found = records.filter(isWanted);
					const isShown = (item: AdditionItem) => isWanted({ status: itemStatus(item) });
					await hintAtSums(context, additions, { identifiers: hers?.identifiers, isShown });
					if (hers && found.length === 0) empty++;
					leftOut.push(found.length - limit);
					return found.slice(0, limit);
				},
				done: () => {
					hintAtEmpty(context, empty);
					hintAtNameless(context, nameless);
					hintAtLeftOut(context, leftOut);
				},
			};
		},
	),
};

function readFilters(context: IExecuteFunctions, itemIndex: number) {
	const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	const initialDate = dateValue(filters.initialDate, 'Start Date', context);
	const finalDate = dateValue(filters.finalDate, 'End Date', context);
	if (initialDate && finalDate && initialDate > finalDate) throw emptyPeriod();
	return {
		initialDate,
		finalDate,
		status: optionalText(filters.status, 'Status'),
		customer: customerFilterValue(filters, taxIdFormatParameter(context, itemIndex)),
	};
}

/** Days as `YYYY-MM-DD` in the workflow's time zone, both included. */
interface Days {
	initialDate?: string;
	finalDate?: string;
}

/**
 * Lists the additions of these days. GMC's days may be those of another time zone, and end before `finalDate` (service.md
 * 4.3), so the days around are asked for, and what was certainly made on another day is left out.
 *
 * @param wantsAll whether a list that is known to be incomplete is an error
 * @throws InputError for such a list, because a shorter output would look like "not paid"
 */
async function listDays(
	context: IExecuteFunctions,
	{ transport }: GmcClient,
	days: Days,
	wantsAll: boolean,
): Promise<Addition[]> {
	const { initialDate, finalDate } = days;
	const { additions, isWhole, missing, incompletePeriods } = await listWhole(
		transport,
		initialDate && dayBefore(initialDate),
		finalDate && twoDaysAfter(finalDate),
	);
	if (!isWhole) {
		const problem = incomplete(missing, initialDate ? incompletePeriods : []);
		if (wantsAll) throw problem;
		showHint(context, 'warning', inSentences(problem.message, problem.advice));
	}
	if (initialDate === undefined && finalDate === undefined) return additions;
	const timeZone = context.getTimezone();
	const since = toInstant(initialDate, timeZone, 'first') ?? -Infinity;
	const until = toInstant(finalDate, timeZone, 'last');
	return additions.filter((one) => {
		const times = timesOf(one, timeZone);
		return times.length === 0 || times.some((time) => isWithin({ since, until }, time));
	});
}

/** @param periods empty if the list has no first day */
function incomplete(missing: number, periods: Period[]) {
	const days = periods.map(periodText).join(', ');
	return refusal(
		'LIST_INCOMPLETE',
		`GMC returned an incomplete list: ${missing > 0 ? number(missing) : 'some'} top-ups${days && ` of ${days}`} are missing`,
		days
			? "Ask for a shorter period. If one day is incomplete, ask GMC for a complete list. Without 'Return All' you get what GMC sends."
			: "Set 'Start Date': the node then asks in shorter periods. Without 'Return All' you get what GMC sends.",
	);
}
