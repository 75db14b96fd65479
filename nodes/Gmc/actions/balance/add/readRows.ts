import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { RawRow } from '../../../core/additions/additionRequest';
import { planRow } from '../../../core/additions/additionRequest';
import { AMOUNT_FORMATS } from '../../../core/money/amount';
import { mapItems } from '../../../shared/eventLoop';
import { choice, isExpression, optionOf, optionsReader } from '../../../shared/options';
import { taxIdFormatValue } from '../../../shared/parameters';
import { LEFT_OUT } from './leftOut';
import { Row } from './row';
import { runOptionsCheck } from './settings';

/** Reads and checks every row without a request; a bad one is `rejected` at once. */
export async function readRows(context: IExecuteFunctions, count: number): Promise<Row[]> {
	const optionsOf = optionsReader(context);
	const isKeyMapped = isExpression(context.getNode().parameters.idempotencyKey);
	const checkRunOptions = runOptionsCheck(context, optionsOf);
	return await mapItems(count, (itemIndex): Row => {
		try {
			const options = optionsOf(itemIndex);
			checkRunOptions(options);
			return Row.planned(
				itemIndex,
				planRow({ ...readRawRow(context, itemIndex, options), isKeyMapped }),
			);
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
		idempotencyKey: context.getNodeParameter('idempotencyKey', itemIndex, ''),
		amountFormat: choice(
			optionOf(options, 'amountFormat', LEFT_OUT.amountFormat),
			'Amount Format',
			AMOUNT_FORMATS,
		),
		taxIdFormat: taxIdFormatValue(optionOf(options, 'taxIdFormat', LEFT_OUT.taxIdFormat)),
	};
}
