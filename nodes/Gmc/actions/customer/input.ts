import type { IExecuteFunctions } from 'n8n-workflow';
import type { CustomerFields } from '../../api/customers';
import { emailValue, taxIdFormatParameter, taxIdValue, textValue } from '../../shared/parameters';

/** Reads and checks the three fields of one row. @throws InputError naming the one that is refused */
export function readCustomerFields(
	context: IExecuteFunctions,
	itemIndex: number,
): Required<CustomerFields> {
	return {
		taxId: taxIdValue(
			context.getNodeParameter('taxId', itemIndex),
			taxIdFormatParameter(context, itemIndex),
		),
		name: textValue(context.getNodeParameter('name', itemIndex), 'The name'),
		email: emailValue(context.getNodeParameter('email', itemIndex)),
	};
}
