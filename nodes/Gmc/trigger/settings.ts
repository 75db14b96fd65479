import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { CustomerReference } from '../core/customers/customerReference';
import { normalizeTaxId } from '../core/customers/taxId';
import type { GmcEvent } from '../core/polling/event';
import { EVENTS } from '../core/polling/event';
import { hashOf } from '../core/util/hash';
import { toRunProblem } from '../shared/errors';
import { choice, flag, nonNegativeNumber, optionOf, wholeNumber } from '../shared/options';
import { customerFilterValue } from '../shared/parameters';
import { accountIn } from '../shared/context';

export interface TriggerSettings {
	event: GmcEvent;
	/** Whether flat records are emitted, one for each item of an addition. */
	simplify: boolean;
	emitExisting: boolean;
	/** Days, 1 to 365. */
	lookBackDays: number;
	/** The customer that is watched; undefined: all of them. */
	customer?: CustomerReference;
	/** In the currency each addition was issued in; undefined: any amount. */
	minimumAmount?: number;
}

const MAX_LOOK_BACK_DAYS = 365;

/** @throws NodeOperationError when an option is none of its values or out of its range */
export function readSettings(context: IPollFunctions): TriggerSettings {
	try {
		const given = context.getNodeParameter('options', {}) as IDataObject;
		const option = (name: string, byDefault: unknown) => optionOf(given, name, byDefault);
		return {
			event: choice(context.getNodeParameter('event'), 'Trigger On', EVENTS),
			simplify: flag(context.getNodeParameter('simplify', true), 'Simplify'),
			emitExisting: flag(option('emitExisting', false), 'Emit Existing'),
			lookBackDays: wholeNumber(option('lookBackDays', 7), 'Look Back (Days)', {
				max: MAX_LOOK_BACK_DAYS,
			}),
			customer: customerFilterValue(given, 'auto'),
			// The field's default, 0, means no minimum.
			minimumAmount: nonNegativeNumber(option('minimumAmount', 0), 'Minimum Amount') || undefined,
		};
	} catch (error) {
		const message = toRunProblem(error).message;
		const description = 'Correct it in the GMC Trigger.';
		throw new NodeOperationError(context.getNode(), message, { description });
	}
}

/**
 * A key for what is watched, which does not give it away: the account (not its password or keys, which
 * change), the event and the filters.
 */
export async function scopeKeyOf(
	context: IPollFunctions,
	{ event, customer, minimumAmount = 0 }: TriggerSettings,
): Promise<string> {
	const account = await accountIn(context);
	const name = customer === undefined ? '' : normalizeTaxId(customer.value);
	return hashOf(JSON.stringify([account, event, name, minimumAmount]), 16);
}
