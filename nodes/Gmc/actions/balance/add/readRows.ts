import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { RawRow } from '../../../core/additions/additionRequest';
import { planRow } from '../../../core/additions/additionRequest';
import { AMOUNT_FORMATS } from '../../../core/money/amount';
import { mapItems } from '../../../shared/eventLoop';
import { choice, optionOf, optionsReader, textOrEmpty } from '../../../shared/options';
import { taxIdFormatValue } from '../../../shared/parameters';
import { Row } from './row';
import type { RunSettings } from './settings';
import { LEFT_OUT, runOptionsCheck } from './settings';

/** Reads and checks every row without a request; a bad one is `rejected` at once. */
export async function readRows(
	context: IExecuteFunctions,
	count: number,
	{ duplicateProtection }: RunSettings,
): Promise<Row[]> {
	const optionsOf = optionsReader(context);
	const checkRunOptions = runOptionsCheck(context, optionsOf);
	return await mapItems(count, (itemIndex): Row => {
		try {
			const options = optionsOf(itemIndex);
			checkRunOptions(options, itemIndex);
			const raw = readRawRow(context, itemIndex, options);
			if (duplicateProtection !== 'key') return Row.planned(itemIndex, planRow(raw));
			const idempotencyKey = { raw: context.getNodeParameter('idempotencyKey', itemIndex, '') };
			return Row.planned(itemIndex, planRow({ ...raw, idempotencyKey }));
		} catch (error) {
			return Row.refused(itemIndex, error);
		}
	});
}

function readRawRow(context: IExecuteFunctions, itemIndex: number, options: IDataObject): RawRow {
	return {
		customer: context.getNodeParameter('customer', itemIndex),
		amount: context.getNodeParameter('amount', itemIndex),
		currency: context.getNodeParameter('currency', itemIndex),
		amountFormat: choice(
			optionOf(options, 'amountFormat', LEFT_OUT.amountFormat),
			'Amount Format',
			AMOUNT_FORMATS,
		),
		taxIdFormat: taxIdFormatValue(optionOf(options, 'taxIdFormat', LEFT_OUT.taxIdFormat)),
		...(Object.hasOwn(options, 'expectedName') && {
			expectedName: textOrEmpty(options.expectedName, 'Expected Name'),
		}),
	};
}
