import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { NewCustomer } from '../../api/customers';
import { readNewTaxId } from '../../core/customers/taxId';
import { emailValue, taxIdFormatParameter, textValue } from '../../shared/parameters';

/** The fields that GMC requires of a customer (service.md 4.5). */
export const customerFields: INodeProperties[] = [
	{
		displayName: 'Tax ID',
		name: 'taxId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 012.345.678-90',
		description: 'CPF, CNPJ or another document number of the customer',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Maria Souza',
		description: 'Full name of the customer',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. name@email.com',
		description: 'E-mail address of the customer',
	},
];

/** Reads and checks the fields of one row. @throws InputError */
export const readCustomerFields = (context: IExecuteFunctions, itemIndex: number): NewCustomer => ({
	taxId: readNewTaxId(
		context.getNodeParameter('taxId', itemIndex),
		taxIdFormatParameter(context, itemIndex),
	),
	name: textValue(context.getNodeParameter('name', itemIndex), 'The name'),
	email: emailValue(context.getNodeParameter('email', itemIndex)),
});
