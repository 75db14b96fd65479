import type { IExecuteFunctions } from 'n8n-workflow';
import type { CustomerFields } from '../../api/customers';
import type { TaxIdFormat } from '../../core/taxId';
import { emailValue, taxIdValue, textValue } from '../parameters';

/** Reads and checks the three fields of one row. @throws InputError naming the one that is refused */
export function readCustomerFields(
	context: IExecuteFunctions,
	itemIndex: number,
): Required<CustomerFields> {
	const format = context.getNodeParameter('options.taxIdFormat', itemIndex, 'auto') as TaxIdFormat;
	return {
		taxId: taxIdValue(context.getNodeParameter('taxId', itemIndex), format),
		name: textValue(context.getNodeParameter('name', itemIndex), 'The name'),
		email: emailValue(context.getNodeParameter('email', itemIndex)),
	};
}
