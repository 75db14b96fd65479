import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Span } from '../../../core/reconcile/period';
import { startOfDay } from '../../../core/time/time';
import { InputError } from '../../../core/util/inputError';
import { optionOf } from '../../../shared/options';
import { instantValue, textValue } from '../../../shared/parameters';
import { LEFT_OUT } from '../add/settings';

/** What counts for the whole run, as the first row says it. */
export interface ReconcileSettings {
	span: Span;
	ledgerTable: string;
}

/** Two clocks may be so far apart, in milliseconds: what ends now has no end. */
const NOW_MS = 60_000;

/** @throws InputError */
export function settingsOf(context: IExecuteFunctions): ReconcileSettings {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const now = Date.now();
	const since =
		'since' in options
			? instantValue(options.since, 'Since', context, 'first')
			: startOfDay(now, context.getTimezone());
	const until =
		'until' in options ? instantValue(options.until, 'Until', context, 'last') : undefined;
	if (until === undefined ? since > now : since >= until) {
		throw new InputError({
			message: 'Since is not before Until',
			advice: 'Correct Since or Until under Options.',
			code: 'FIELD_INVALID',
		});
	}
	const isOver = until !== undefined && until < now - NOW_MS;
	const ledgerTable = optionOf(options, 'ledgerTable', LEFT_OUT.ledgerTable);
	return {
		span: { since, ...(isOver && { until }) },
		ledgerTable: textValue(ledgerTable, 'Ledger Table'),
	};
}
