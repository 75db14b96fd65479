import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { readCustomerReference } from '../core/customers/customerReference';
import { normalizeTaxId } from '../core/customers/taxId';
import { EVENTS } from '../core/polling/event';
import { hashOf } from '../core/util/hash';
import { customerFilterField, optionsField, simplifyField } from '../shared/commonFields';
import { accountIn } from '../shared/context';
import type { Option } from '../shared/options';
import { choice, flag, nonNegativeNumber, readOptions, wholeNumber } from '../shared/options';

const LOOK_BACK_DAYS = 7;

const triggerOptions = {
	customer: {
		field: customerFilterField,
		// An empty filter is refused: without it, all top-ups would start the workflow.
		read: (raw: unknown) => readCustomerReference(raw, 'auto'),
	},
	emitExisting: {
		field: {
			displayName: 'Include Existing',
			name: 'emitExisting',
			type: 'boolean',
			default: false,
			description: 'Whether top-ups that already exist start the workflow, too. Defaults to off.',
		},
		ifAbsent: false,
		read: flag,
	},
	lookBackDays: {
		field: {
			displayName: 'Look Back (Days)',
			name: 'lookBackDays',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 365 },
			default: LOOK_BACK_DAYS,
			description:
				'How many days back to look. An older top-up that is still pending is followed, too. Defaults to 7.',
		},
		ifAbsent: LOOK_BACK_DAYS,
		read: wholeNumber(365),
	},
	minimumAmount: {
		field: {
			displayName: 'Minimum Amount',
			name: 'minimumAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Only top-ups of at least this amount, in their own currency. Defaults to 0, which means any.',
		},
		ifAbsent: 0,
		read: nonNegativeNumber(),
	},
} satisfies Record<string, Option>;

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
	optionsField(Object.values(triggerOptions).map(({ field }) => field)),
];

export type TriggerSettings = ReturnType<typeof readSettings>;

/** @throws InputError if an option has none of its values */
export function readSettings(context: IPollFunctions) {
	const given = context.getNodeParameter('options', {}) as IDataObject;
	return {
		event: choice(EVENTS)(context.getNodeParameter('event'), 'Trigger On'),
		simplify: flag(context.getNodeParameter('simplify', true), 'Simplify'),
		...readOptions(triggerOptions, given),
	};
}

/** A hash of what is watched: account (without its secrets), event and filters. */
export async function scopeKeyOf(
	context: IPollFunctions,
	{ event, customer, minimumAmount }: TriggerSettings,
): Promise<string> {
	const account = await accountIn(context);
	const name = customer === undefined ? '' : normalizeTaxId(customer.value);
	return hashOf(JSON.stringify([account, event, name, minimumAmount]), 16);
}
