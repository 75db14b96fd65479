import type { IExecuteFunctions } from 'n8n-workflow';
import type { RawRow } from '../../../core/additions/additionRequest';
import { planRow } from '../../../core/additions/additionRequest';
import type { TaxIdFormat } from '../../../core/customers/taxId';
import type { AmountFormat } from '../../../core/money/amount';
import { mapItems } from '../../../shared/eventLoop';
import { Row } from './row';

/** Reads and checks every row without a request; a bad one is `rejected` at once. */
export async function readRows(context: IExecuteFunctions, count: number): Promise<Row[]> {
	return await mapItems(count, (itemIndex): Row => {
		try {
			return Row.planned(itemIndex, planRow(readRawRow(context, itemIndex)));
		} catch (error) {
			return Row.refused(itemIndex, error);
		}
	});
}

function readRawRow(context: IExecuteFunctions, itemIndex: number): RawRow {
	const option = (name: string) => context.getNodeParameter(`options.${name}`, itemIndex, 'auto');
	return {
		customer: context.getNodeParameter('customer', itemIndex),
		amount: context.getNodeParameter('amount', itemIndex),
		currency: context.getNodeParameter('currency', itemIndex),
		amountFormat: option('amountFormat') as AmountFormat,
		taxIdFormat: option('taxIdFormat') as TaxIdFormat,
	};
}
