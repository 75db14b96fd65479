import type { INodeProperties } from 'n8n-workflow';

/** Fields that the user adds. @param kind such as `option` */
export const collection = (
	displayName: string,
	name: string,
	kind: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder: `Add ${kind}`,
	default: {},
	options,
});

/** Fields that are no main fields of their operation. */
export const optionsField = (options: INodeProperties[]) =>
	collection('Options', 'options', 'option', options);

/** How a tax ID is read, in every operation that takes one (reference.md "Customers and tax IDs"). */
export const taxIdFormatField: INodeProperties = {
	displayName: 'Tax ID Format',
	name: 'taxIdFormat',
	type: 'options',
	default: 'auto',
	options: [
		{
			name: 'As Is',
			value: 'asIs',
			description: 'Changes and checks nothing. For other kinds of documents.',
		},
		{
			name: 'Automatic',
			value: 'auto',
			description:
				'Keeps text, restores leading zeros of a number. A new customer needs a valid CPF or CNPJ.',
		},
		{
			name: 'CPF or CNPJ',
			value: 'cpfCnpj',
			description: 'Removes punctuation and verifies the check digits',
		},
	],
	description: 'How to read the tax ID. Defaults to Automatic.',
};

/** For operations whose only option is the format of the tax ID. */
export const taxIdOptions = optionsField([taxIdFormatField]);

/** Read by `customerParameter`. */
export const customerField: INodeProperties = {
	displayName: 'Customer',
	name: 'customer',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The customer at GMC',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a customer…',
			typeOptions: {
				searchListMethod: 'searchCustomers',
				searchable: true,
				slowLoadNotice: {
					message: 'If the list takes long, choose By ID or By Tax ID',
					timeout: 10000,
				},
			},
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 665f1c2e9b1d8a0012ab34cd',
			hint: "The customer's ID at GMC. A tax ID works, too.",
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '\\s*\\S+\\s*',
						errorMessage: 'An ID has no spaces. To search by name, choose From List.',
					},
				},
			],
		},
		{
			displayName: 'By Tax ID',
			name: 'taxId',
			type: 'string',
			placeholder: 'e.g. 012.345.678-90',
			hint: 'CPF or CNPJ, with or without punctuation. An ID works, too.',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '.*\\d.*',
						errorMessage: 'A tax ID has digits. To search by name, choose From List.',
					},
				},
			],
		},
	],
};

/** The filter Customer, read by `customerFilterValue`. */
export const customerFilterField: INodeProperties = {
	...customerField,
	// n8n asks for a required field of a collection even where it is not added.
	required: false,
	description: 'Only top-ups of this customer',
};

/** A tool has one row, which the model gives field by field. */
export const dataModeField: INodeProperties = {
	displayName: 'Mapping Mode',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
	default: 'defineBelow',
	options: [
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Finds the values of each row by the headings of the sheet',
		},
		{
			name: 'Map Each Field Below',
			value: 'defineBelow',
			description: 'You say for each field where its value comes from',
		},
	],
	description: 'How to find the values of a row',
	displayOptions: { hide: { '@tool': [true] } },
};

/** How the fields of a row are found. */
export const dataModeFields: INodeProperties[] = [
	dataModeField,
	{
		displayName: 'Columns are found by their headings. The output says what was read.',
		name: 'headingsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { dataMode: ['autoMapInputData'] }, hide: { '@tool': [true] } },
	},
];

/**
 * A field that is not there under Map Automatically. By `hide`: under `show`, n8n takes every expression for the value
 * asked for (n8n.md L10).
 */
export const mappedField = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		hide: { ...field.displayOptions?.hide, dataMode: ['autoMapInputData'] },
	},
});

/** Whether to output flat records (reference.md "Simplify"). */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** In a tool, instead of Simplify. */
export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields, as GMC has them' },
		{
			name: 'Selected Fields',
			value: 'selectedFields',
			description: 'Of the simplified fields, those that you choose',
		},
		{ name: 'Simplified', value: 'simplified', description: 'At most ten fields' },
	],
	description: 'What the model gets to read',
	displayOptions: { show: { '@tool': [true] } },
};

/** Simplify, and for a tool Output. @param names of the simplified fields, without those that always come out */
export const outputFields = (names: string[]): INodeProperties[] => [
	{ ...simplifyField, displayOptions: { hide: { '@tool': [true] } } },
	outputField,
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'multiOptions',
		default: [],
		options: names.map((name) => ({ name: titleOf(name), value: name })),
		description: "The record's ID, and what became of it, always come out",
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
	},
];

/** Such as `Customer ID` of `customerId`. */
const titleOf = (name: string): string =>
	name
		.replace(/[A-Z]/g, ' $&')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/ Id$/, ' ID');

/** Fields of a simplified top-up, besides its `id`. */
export const TOP_UP_FIELDS = [
	'amount',
	'createdAt',
	'currency',
	'customerEmail',
	'customerId',
	'customerName',
	'failureReason',
	'status',
	'taxId',
];

/** Read by `limitParameter`. */
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
