import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { CustomerFields } from '../../api/customers';
import { onlyValue, readEmail, readName } from '../../core/customers/person';
import { readTaxId } from '../../core/customers/taxId';
import { taxIdFormatParameter } from '../../shared/parameters';

/** The fields that GMC requires of a customer (service.md 4.5). */
export const customerFields: INodeProperties[] = [
	{
		displayName: 'Tax ID',
		name: 'taxId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 012.345.678-90',
		description: 'CPF, CNPJ or another document number',
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
		description: 'Email address of the customer',
	},
];

/** Checks the fields of one row that are given. @throws InputError */
export function readFields(
	context: IExecuteFunctions,
	itemIndex: number,
	given: IDataObject,
): CustomerFields {
	const format = taxIdFormatParameter(context, itemIndex);
	const taxId = () => onlyValue(given.taxId, 'The tax ID');
	return {
		...('taxId' in given && { taxId: readTaxId(taxId(), format, 'newCustomer') }),
		...('name' in given && { name: readName(given.name) }),
		...('email' in given && { email: readEmail(given.email) }),
	};
}
