import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { CustomerFields } from '../../api/customers';
import { onlyValue, readEmail, readName } from '../../core/customers/person';
import { readTaxId } from '../../core/customers/taxId';
import { taxIdFormatParameter } from '../../shared/parameters';
import { namingFieldsLike } from '../../shared/cells';

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
	given: Readonly<Record<string, unknown>>,
): CustomerFields {
	const format = taxIdFormatParameter(context, itemIndex);
	const read = <T>(role: keyof CustomerFields, reader: (raw: unknown) => T): T => {
		try {
			return reader(given[role]);
		} catch (error) {
			const { json: row } = context.getInputData()[itemIndex];
			throw namingFieldsLike(error, { raw: given[role], roles: [role], row });
		}
	};
	const readTax = (raw: unknown) => readTaxId(onlyValue(raw, 'the tax ID'), format, 'newCustomer');
	return {
		...('taxId' in given && { taxId: read('taxId', readTax) }),
		...('name' in given && { name: read('name', readName) }),
		...('email' in given && { email: read('email', readEmail) }),
	};
}
