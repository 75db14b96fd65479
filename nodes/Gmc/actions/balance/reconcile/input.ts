import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PlannedRow } from '../../../core/additions/additionRequest';
import { planRow } from '../../../core/additions/additionRequest';
import { readBatchName, readKey } from '../../../core/additions/keys';
import type { CustomerDirectory } from '../../../core/customers/directory';
import { foundCustomer } from '../../../core/customers/directory';
import type { SheetRow } from '../../../core/reconcile/sheetRow';
import { toSheetRow } from '../../../core/reconcile/sheetRow';
import type { Columns } from '../../../core/sheet/columns';
import { startOfDay } from '../../../core/time/time';
import { refusal } from '../../../core/util/inputError';
import {
	customerField,
	dataModeFields,
	mappedField,
	optionsField,
	outputFields,
	taxIdFormatField,
} from '../../../shared/commonFields';
import { mapItems } from '../../../shared/eventLoop';
import { expressionsIn, fieldReader, optionsReader } from '../../../shared/fieldReader';
import { readOptions } from '../../../shared/options';
import { simplifyParameter } from '../../../shared/output';
import { cellsOf } from '../../../shared/cells';
import { emptyPeriod, instantValue, mapsAutomatically } from '../../../shared/parameters';
import { addFields } from '../add/fields';
import { addOptionFields } from '../add/options';
import { runOptions } from '../add/runOptions';
import { rawRowReader } from '../add/settings';
import { openTopUps } from '../topUpSheet';

/** Of a simplified row, besides what was found. */
const ROW_FIELDS = [
	'amount',
	'at',
	'batchName',
	'currency',
	'customerId',
	'customerName',
	'idempotencyKey',
	'status',
];

/** Fields of Balance: Add, because rows are read as they were when they were paid. */
const asInAdd = (wanted: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	...[...addFields, ...addOptionFields].find(({ name }) => name === wanted)!,
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
		description:
			'The Data Table that knows what was paid. Only read here. Defaults to GMC top-ups.',
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
	...dataModeFields,
	mappedField(customerField),
	mappedField(asInAdd('amount', { description: 'Amount of the row' })),
	asInAdd('currency'),
	mappedField(
		asInAdd('idempotencyKey', {
			required: false,
			description: 'The key of the row in Balance: Add, if it has one',
		}),
	),
	asInAdd('batchName', {
		required: false,
		description: 'The name of the sheet in Balance: Add, if it has one',
	}),
	...outputFields(ROW_FIELDS),
	optionsField(options),
];

/** Settings of the whole run. */
export type ReconcileSettings = Awaited<ReturnType<typeof reconcileSettingsOf>>;

/**
 * Reads the settings. If an expression gives each row dates of its own, the period covers them all.
 *
 * @param count of rows
 * @throws InputError
 */
export async function reconcileSettingsOf(context: IExecuteFunctions, count: number) {
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
		...readOptions({ ledgerTable: runOptions.ledgerTable }, options),
	};
}

const severalLedgers = () =>
	refusal(
		'OPTION_INVALID',
		"'Ledger Table' applies to the whole run, but is not the same in every row",
		'Reconcile the rows of each ledger in a run of their own.',
	);

/** Reads a row and finds its customer. It returns undefined for a row that is left out, and throws InputError. */
type ReadRow = (itemIndex: number) => SheetRow | undefined;

/** How the rows of a run are read, and under Map Automatically what its columns are. @throws InputError */
export async function rowReader(
	context: IExecuteFunctions,
	directory: CustomerDirectory,
): Promise<{ columns?: Columns; read: ReadRow }> {
	const optionsOf = optionsReader(context);
	const batchAt = fieldReader(context, 'batchName');
	const batchOf = (at: number) => {
		const raw = batchAt(at);
		return isFilled(raw) ? readBatchName(raw) : undefined;
	};
	if (mapsAutomatically(context)) {
		const kind = isFilled(batchAt(0)) ? 'topUps' : 'topUpsToCompare';
		const cells = cellsOf(context);
		const { columns, read } = await openTopUps(context, cells, { kind, directory, optionsOf });
		const readRow = (at: number) => {
			const topUp = read(at);
			if (topUp === undefined) return undefined;
			return toSheetRow({ ...chargedIn(topUp, directory), key: topUp.key, batch: batchOf(at) });
		};
		return { columns, read: readRow };
	}
	const rawRowOf = rawRowReader(context);
	const keyAt = fieldReader(context, 'idempotencyKey');
	const readRow = (at: number) => {
		const charged = chargedIn(planRow(rawRowOf(at, optionsOf(at))), directory);
		return toSheetRow({ ...charged, key: readKey(keyAt(at)), batch: batchOf(at) });
	};
	return { read: readRow };
}

const isFilled = (raw: unknown): boolean => String(raw ?? '').trim() !== '';

/** Finds the customer of a row. @throws InputError */
function chargedIn(
	{ reference, request: { amount, currency } }: PlannedRow,
	directory: CustomerDirectory,
): Pick<SheetRow, 'customerId' | 'charge'> {
	const found = directory.find(reference);
	// Balance: Add has paid a tax ID that lost its zeros, if the name was right. Nothing is paid here.
	const customer = 'meant' in found && found.meant ? found.meant : directory.get(reference);
	const { identifiers, customerId } = foundCustomer(customer);
	return { customerId, charge: { identifiers, customerId, amount, currency } };
}
