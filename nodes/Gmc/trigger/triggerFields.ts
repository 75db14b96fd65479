import type { INodeProperties } from 'n8n-workflow';
import { customerFilterField, optionsField, simplifyField } from '../shared/commonFields';

const triggerOptions: INodeProperties[] = [
	customerFilterField,
	{
		displayName: 'Emit Existing',
		name: 'emitExisting',
		type: 'boolean',
		default: false,
		description: 'Whether top-ups that already exist start the workflow, too',
	},
	{
		displayName: 'Look Back (Days)',
		name: 'lookBackDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 7,
		description:
			'How many days back to look. An older top-up that is still pending is followed, too.',
	},
	{
		displayName: 'Minimum Amount',
		name: 'minimumAmount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Only top-ups of at least this amount, in their own currency. 0 means any.',
	},
];

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		default: 'additionCompleted',
		options: [
			{
				name: 'Top-Up Completed',
				value: 'additionCompleted',
				description: 'GMC has completed every item of a top-up',
			},
			{
				name: 'Top-Up Created',
				value: 'additionCreated',
				description: 'A top-up shows up in the list',
			},
			{
				name: 'Top-Up Failed',
				value: 'additionFailed',
				description: 'A top-up, or one of its items, has failed',
			},
			{
				name: 'Top-Up Status Changed',
				value: 'additionStatusChanged',
				description: 'A top-up is new, or its status has changed',
			},
		],
	},
	simplifyField,
	optionsField(triggerOptions),
];
