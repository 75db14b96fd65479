import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PlannedRow } from '../../../core/additions/additionRequest';
import { planRow } from '../../../core/additions/additionRequest';
import { readBatchName } from '../../../core/additions/batchName';
import { readKey } from '../../../core/additions/idempotencyKey';
import { AMOUNT_FORMATS } from '../../../core/money/amount';
import type { Span } from '../../../core/reconcile/period';
import { InputError } from '../../../core/util/inputError';
import { startOfDay } from '../../../core/time/time';
import type { RowProblem } from '../../../shared/errors';
import { toRowProblem } from '../../../shared/errors';
import { mapItems } from '../../../shared/eventLoop';
import { choice, optionOf, optionsReader } from '../../../shared/options';
import { instantValue, taxIdFormatValue, textValue } from '../../../shared/parameters';
import { LEFT_OUT } from '../add/run/settings';

/** A row that could be read. */
export interface ReadRow extends PlannedRow {
	itemIndex: number;
	batch?: { name: string; label: string };
}

/** Reads every row without a request. A bad one comes as its problem. */
export async function readSheet(
	context: IExecuteFunctions,
	count: number,
): Promise<Array<ReadRow | RowProblem>> {
	const optionsOf = optionsReader(context);
	return await mapItems(count, (itemIndex) => {
		try {
			return readRow(context, itemIndex, optionsOf(itemIndex));
		} catch (error) {
			return toRowProblem(error, itemIndex);
		}
	});
}

function readRow(context: IExecuteFunctions, itemIndex: number, options: IDataObject): ReadRow {
	const field = (name: string): unknown => context.getNodeParameter(name, itemIndex, '');
	const plan = planRow({
		customer: field('customer'),
		amount: field('amount'),
		currency: field('currency'),
		amountFormat: choice(
			optionOf(options, 'amountFormat', LEFT_OUT.amountFormat),
			'Amount Format',
			AMOUNT_FORMATS,
		),
		taxIdFormat: taxIdFormatValue(optionOf(options, 'taxIdFormat', LEFT_OUT.taxIdFormat)),
	});
	const key = readKey(field('idempotencyKey'));
	const batch = field('batchName');
	const isOfBatch = String(batch ?? '').trim() !== '';
	return {
		...plan,
		itemIndex,
		...(key !== undefined && { key }),
		...(isOfBatch && { batch: readBatchName(batch) }),
	};
}

/** What counts for the whole run, as the first row says it. */
export interface ReconcileSettings {
	span: Span;
	ledgerTable: string;
	/** Whether the options name it. */
	isLedgerChosen: boolean;
}

/** Two clocks may be so far apart, in milliseconds: what ends now has no end. */
const NOW_MS = 60_000;

/** @throws InputError */
export function settingsOf(context: IExecuteFunctions): ReconcileSettings {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const now = Date.now();
	const since =
		'since' in options ? instantValue(options.since, 'Since', context, 'first') : undefined;
	const until =
		'until' in options ? instantValue(options.until, 'Until', context, 'last') : undefined;
	const span = {
		since: since ?? startOfDay(now, context.getTimezone()),
		...(until !== undefined && until < now - NOW_MS && { until }),
	};
	if (span.since > (until ?? now)) {
		throw new InputError({
			message: 'Since is later than Until',
			advice: 'Correct Since or Until under Options.',
			code: 'FIELD_INVALID',
		});
	}
	const raw = optionOf(options, 'ledgerTable', LEFT_OUT.ledgerTable);
	const ledgerTable = textValue(raw, 'Ledger Table');
	return { span, ledgerTable, isLedgerChosen: 'ledgerTable' in options };
}
