import type { INodeProperties } from 'n8n-workflow';
import { customerFilterField, taxIdFormatField } from '../shared/commonFields';

/** What a person needs first, then the technical ones; each group by the alphabet. */
const triggerOptions: INodeProperties[] = [
	customerFilterField,
	{
		displayName: 'Emit Existing',
		name: 'emitExisting',
		type: 'boolean',
		default: false,
		description:
			'Whether what is there already starts the workflow, too, and not only what happens from now on',
	},
	{
		displayName: 'Minimum Amount',
		name: 'minimumAmount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Only additions of at least this amount, in the currency they were issued in; 0 means any',
	},
	{
		displayName: 'Look Back (Days)',
		name: 'lookBackDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 7,
		description:
			'How many days back each look asks for; an older addition that is still pending is followed until it settles',
	},
	taxIdFormatField,
];

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		default: 'additionCompleted',
		options: [
			{
				name: 'Addition Completed',
				value: 'additionCompleted',
				description: 'A balance addition has reached the status COMPLETED with every item',
			},
			{
				name: 'Addition Created',
				value: 'additionCreated',
				description: 'A balance addition shows up in the list',
			},
			{
				name: 'Addition Failed',
				value: 'additionFailed',
				description: 'A balance addition, or one of its items, has failed for good',
			},
			{
				name: 'Addition Status Changed',
				value: 'additionStatusChanged',
				description: 'A balance addition is new or has another status than before',
			},
		],
		description: 'What starts the workflow',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: triggerOptions,
	},
];
