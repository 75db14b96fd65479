import type { INodeProperties } from 'n8n-workflow';

/** How a tax ID is read, wherever one is given (reference.md "Customers and tax IDs"). */
export const taxIdFormatField: INodeProperties = {
	displayName: 'Tax ID Format',
	name: 'taxIdFormat',
	type: 'options',
	default: 'auto',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description:
				'Text stays as it is. A number, whose leading zeros a spreadsheet dropped, becomes the CPF or CNPJ again, or is refused if its check digits do not agree.',
		},
		{ name: 'As Is', value: 'asIs', description: 'Nothing is changed or checked' },
		{
			name: 'CPF or CNPJ',
			value: 'cpfCnpj',
			description: 'Punctuation is removed and the check digits are verified',
		},
	],
	description: 'How the tax ID is read',
};

/** The Options of operations that have no other option than the tax ID's format. */
export const taxIdOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [taxIdFormatField],
};

/** The same where a customer may be created, which is for good: `newTaxIdValue` reads it. */
export const newTaxIdOptions: INodeProperties = {
	...taxIdOptions,
	options: [
		{
			...taxIdFormatField,
			options: [
				{
					name: 'Automatic',
					value: 'auto',
					description:
						'A CPF or CNPJ whose check digits agree, with or without punctuation; a number gets the zeros back that a spreadsheet dropped. Anything else is refused.',
				},
				{
					name: 'As Is',
					value: 'asIs',
					description: 'Nothing is changed or checked: for other kinds of documents',
				},
				{
					name: 'CPF or CNPJ',
					value: 'cpfCnpj',
					description: 'As Automatic, and punctuation is removed',
				},
			],
		},
	],
};

/** The customer an operation is about; `customerParameter` reads it. */
export const customerField: INodeProperties = {
	displayName: 'Customer',
	name: 'customer',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The GMC customer, chosen from the list, by ID or by tax ID',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a customer…',
			typeOptions: { searchListMethod: 'searchCustomers', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 665f1c2e9b1d8a0012ab34cd',
			hint: "The customer's _id at GMC; a tax ID is found, too",
		},
		{
			displayName: 'By Tax ID',
			name: 'taxId',
			type: 'string',
			placeholder: 'e.g. 012.345.678-90',
			hint: 'CPF or CNPJ, with or without punctuation; an _id is found, too',
		},
	],
};

/** The customer whose additions are wanted, among filters; `customerFilterValue` reads it. */
export const customerFilterField: INodeProperties = {
	...customerField,
	required: false,
	description: 'Only additions of this customer',
};

/** Whether records come out flat (reference.md "Simplify"). */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Return All and Limit; `limitParameter` reads them. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		default: 50,
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];
