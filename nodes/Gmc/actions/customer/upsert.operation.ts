import type { INodeProperties } from 'n8n-workflow';
import { optionsField, taxIdFormatField } from '../../shared/commonFields';
import type { Option } from '../../shared/options';
import { choice, readField } from '../../shared/options';
import type { Operation } from '../operation';
import { save } from './save';

const ifExistsField: INodeProperties = {
	displayName: 'If Exists',
	name: 'ifExists',
	type: 'options',
	default: 'update',
	options: [
		{
			name: 'Leave',
			value: 'leave',
			description: 'Changes nothing and outputs the customer as GMC has it',
		},
		{
			name: 'Update',
			value: 'update',
			description:
				"Changes the name or email if it differs. A name that is only a part of GMC's stays as it is.",
		},
	],
	description: 'What to do with a customer that GMC already has. Defaults to Update.',
};

const ifExists = {
	field: ifExistsField,
	ifAbsent: 'update',
	read: choice(['update', 'leave']),
} satisfies Option;

/** Creates or updates the customer of each item: one list, then requests for the differences only. */
export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update customer',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	...save(optionsField([ifExists.field, taxIdFormatField]), (context, itemIndex) =>
		readField(context, ifExists, itemIndex, 'options'),
	),
};
