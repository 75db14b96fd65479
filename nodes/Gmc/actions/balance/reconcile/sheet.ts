import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { planRow } from '../../../core/additions/additionRequest';
import { readBatchName, readKey } from '../../../core/additions/names';
import type { CustomerDirectory } from '../../../core/customers/directory';
import { foundCustomer } from '../../../core/customers/directory';
import type { SheetRow } from '../../../core/reconcile/sheet';
import { startOfDay } from '../../../core/time/time';
import { refusal } from '../../../core/util/inputError';
import {
	customerField,
	optionsField,
	simplifyField,
	taxIdFormatField,
} from '../../../shared/commonFields';
import { mapItems } from '../../../shared/eventLoop';
import { expressionsIn, optionOf, optionsReader } from '../../../shared/options';
import {
	emptyPeriod,
	instantValue,
	simplifyParameter,
	textValue,
} from '../../../shared/parameters';
import { addFields } from '../add/fields';
import { addOptions, IF_NOT_SET } from '../add/options';
import { rawRowReader } from '../add/settings';

/** Fields of Balance: Add, because rows are read as they were when they were paid. */
const asInAdd = (wanted: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	...[...addFields, ...addOptions].find(({ name }) => name === wanted)!,
	displayOptions: undefined,
	...more,
});

const options: INodeProperties[] = [
	asInAdd('amountFormat'),
	{
		displayName: 'End Date',
		name: 'until',
		type: 'dateTime',
		default: '',
		description:
			'End of the period, now if you leave it out. A date without a time means the whole day.',
	},
	asInAdd('ledgerTable', {
		description: 'Name of the Data Table that records top-ups. Only read here.',
	}),
	{
		displayName: 'Start Date',
		name: 'since',
		type: 'dateTime',
		default: '',
		description:
			'Start of the period. If you leave it out: the start of today. Of several dates, the earliest counts.',
	},
	taxIdFormatField,
];

export const reconcileFields: INodeProperties[] = [
	customerField,
	asInAdd('amount', { description: 'Amount of the row' }),
	asInAdd('currency'),
	asInAdd('idempotencyKey', {
		required: false,
		description: 'The key of the row in Balance: Add, if it has one',
	}),
	asInAdd('batchName', {
		required: false,
		description: 'The name of the sheet in Balance: Add, if it has one',
	}),
	simplifyField,
	optionsField(options),
];

/** Settings of the whole run. */
export type ReconcileSettings = Awaited<ReturnType<typeof settingsOf>>;

/**
 * Reads the settings. If an expression gives each row dates of its own, the period covers them all.
 *
 * @param count of rows
 * @throws InputError
 */
export async function settingsOf(context: IExecuteFunctions, count: number) {
	const optionsOf = optionsReader(context);
	const rows = expressionsIn(context).length > 0 ? count : 1;
	const all = await mapItems(rows, (at) => readSettings(context, optionsOf(at)));
	const { since, until, ledgerTable } = all.reduce((one, other) => {
		if (one.ledgerTable !== other.ledgerTable) throw severalLedgers();
		const [since, until] = [Math.min(one.since, other.since), Math.max(one.until, other.until)];
		return { ...one, since, until };
	});
	const isOpen = until === Infinity;
	if (isOpen ? since > Date.now() : since >= until) throw emptyPeriod();
	const span = { since, until: isOpen ? undefined : until };
	return { span, ledgerTable, simplify: simplifyParameter(context, 0) };
}

function readSettings(context: IExecuteFunctions, options: IDataObject) {
	const instantOf = (name: string, label: string, edge: 'first' | 'last') =>
		name in options ? instantValue(options[name], label, context, edge) : undefined;
	const since = instantOf('since', 'Start Date', 'first');
	return {
		since: since ?? startOfDay(Date.now(), context.getTimezone()),
		until: instantOf('until', 'End Date', 'last') ?? Infinity,
		ledgerTable: textValue(
			optionOf(options, 'ledgerTable', IF_NOT_SET.ledgerTable),
			'Ledger Table',
		),
	};
}

const severalLedgers = () =>
	refusal(
		'OPTION_INVALID',
		'Ledger Table applies to the whole run, but is not the same in every row',
		'Reconcile the rows of each ledger in a run of their own.',
	);

/** Reads a row and finds its customer. @throws InputError */
export function readRow(
	context: IExecuteFunctions,
	itemIndex: number,
	options: IDataObject,
	directory: CustomerDirectory,
): SheetRow {
	const field = (name: string): unknown => context.getNodeParameter(name, itemIndex, '');
	const { reference, request } = planRow(rawRowReader(context)(itemIndex, options));
	const { amount, currency } = request;
	const batch = field('batchName');
	const hasBatch = String(batch ?? '').trim() !== '';
	const found = directory.find(reference);
	// Balance: Add has paid a tax ID that lost its zeros, if the name was right. Nothing is paid here.
	const customer = 'meant' in found && found.meant ? found.meant : directory.get(reference);
	const { identifiers, customerId } = foundCustomer(customer);
	return {
		customerId,
		charge: { identifiers, customerId, amount, currency },
		key: readKey(field('idempotencyKey')),
		batch: hasBatch ? readBatchName(batch) : undefined,
	};
}
