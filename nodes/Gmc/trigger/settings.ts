import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { CustomerReference } from '../core/customers/customerReference';
import type { TaxIdFormat } from '../core/customers/taxId';
import { normalizeTaxId } from '../core/customers/taxId';
import type { GmcEvent } from '../core/polling/event';
import { EVENTS } from '../core/polling/event';
import type { GmcCredential } from '../core/service/credential';
import { accountOf } from '../core/service/credential';
import { hashOf } from '../core/util/hash';
import { InputError } from '../core/util/inputError';
import { customerFilterValue, positiveNumber } from '../shared/parameters';

export interface TriggerSettings {
	event: GmcEvent;
	emitExisting: boolean;
	/** Days, 1 to 365. */
	lookBackDays: number;
	/** The customer that is watched; undefined: all of them. */
	customer?: CustomerReference;
	/** In the currency each addition was issued in; undefined: any amount. */
	minimumAmount?: number;
}

/** @throws NodeOperationError when an option cannot be read */
export function readSettings(context: IPollFunctions): TriggerSettings {
	try {
		const options = context.getNodeParameter('options', {}) as IDataObject;
		const { taxIdFormat = 'auto' } = options;
		return {
			event: readEvent(context.getNodeParameter('event')),
			emitExisting: options.emitExisting === true,
			lookBackDays: readLookBack(options.lookBackDays ?? 7),
			customer: customerFilterValue(options.customerIdentifier, taxIdFormat as TaxIdFormat),
			minimumAmount: readMinimum(options.minimumAmount),
		};
	} catch (error) {
		throw new NodeOperationError(context.getNode(), (error as Error).message, {
			description: 'Correct it in the GMC Trigger.',
		});
	}
}

function readEvent(raw: unknown): GmcEvent {
	const event = EVENTS.find((known) => known === raw);
	if (event !== undefined) return event;
	throw new InputError(`${JSON.stringify(raw)} is no event of the GMC Trigger`);
}

function readLookBack(raw: unknown): number {
	const days = Number(raw);
	if (Number.isInteger(days) && days >= 1 && days <= 365) return days;
	throw new InputError('Look Back (Days) must be a whole number from 1 to 365');
}

/** The field's default, 0, means no minimum. */
function readMinimum(raw: unknown): number | undefined {
	return raw === undefined || raw === 0 ? undefined : positiveNumber(raw, 'Minimum Amount');
}

/**
 * A key for what is watched, which does not give it away: the account (not its password or keys, which
 * change), the event and the filters.
 */
export async function scopeKeyOf(
	context: IPollFunctions,
	{ event, customer, minimumAmount = 0 }: TriggerSettings,
): Promise<string> {
	const credential = await context.getCredentials<GmcCredential & IDataObject>('gmcApi');
	const name = customer === undefined ? '' : normalizeTaxId(customer.value);
	return hashOf(JSON.stringify([accountOf(credential), event, name, minimumAmount]), 16);
}
