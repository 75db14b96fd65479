import type { INodeProperties } from 'n8n-workflow';

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
				description: 'A balance addition has reached the status COMPLETED',
			},
			{
				name: 'Addition Created',
				value: 'additionCreated',
				description: 'A balance addition shows up in the list',
			},
			{
				name: 'Addition Failed',
				value: 'additionFailed',
				description: 'A balance addition has failed for good',
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
		options: [
			{
				displayName: 'Emit Existing',
				name: 'emitExisting',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll also emits what is already there. Otherwise only what happens from then on starts the workflow.',
			},
			{
				displayName: 'Look Back (Days)',
				name: 'lookBackDays',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 365 },
				default: 7,
				description: 'How many days an addition may take from its creation to the event',
			},
		],
	},
];
