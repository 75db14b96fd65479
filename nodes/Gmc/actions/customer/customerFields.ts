import type { INodeProperties } from 'n8n-workflow';

/** The three fields of a customer that the service requires (spec 4.5). */
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
