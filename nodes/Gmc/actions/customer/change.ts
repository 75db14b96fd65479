import type { NewCustomer } from '../../api/customers';
import { updateCustomer } from '../../api/customers';
import type { GmcTransport } from '../../api/transport';
import { isPartOf, sameEmail, sameName } from '../../core/customers/person';
import type { Customer } from '../../core/service/record';
import { shortened } from '../../core/texts/words';
import { refusal } from '../../core/util/inputError';

/** What to do with a customer that has another name or email at GMC. */
export type IfExists = 'leave' | 'refuse' | 'update';

export interface Changed {
	/** As GMC has it now. */
	customer: Customer;
	/** Whether something has changed. GMC may ignore a change, so its answer tells. */
	isChanged: boolean;
	/** Why the name was not sent. */
	reason?: string;
}

/** Sends what differs, once. @throws GmcRequestError @throws InputError if the customer is refused */
export async function change(
	transport: GmcTransport,
	existing: Customer,
	{ fields, ifExists }: { fields: NewCustomer; ifExists: IfExists },
): Promise<Changed> {
	const same = { customer: existing, isChanged: false };
	if (ifExists === 'leave') return same;
	if (ifExists === 'refuse') {
		if (differences(existing, fields) === undefined) return same;
		throw refusal(
			'CUSTOMER_EXISTS',
			`GMC already has a customer with this tax ID (${existing._id}), with another name or email`,
			'To change the customer, use Create or Update.',
		);
	}
	const reason = whyNameStays(existing, fields);
	const { email, name } = fields;
	const changes = differences(existing, reason === undefined ? { name, email } : { email });
	if (changes === undefined) return { ...same, reason };
	const answer = await updateCustomer(transport, existing._id, changes);
	const customer = { ...existing, ...changes, ...answer };
	return { customer, isChanged: differences(existing, customer) !== undefined, reason };
}

/** A poorer name does not overwrite a better one, as where a CRM has no last name. */
function whyNameStays({ name: known }: Customer, { name }: NewCustomer): string | undefined {
	if (!isPartOf(name, known)) return undefined;
	const [less, more] = [name, String(known)].map((one) => shortened(one));
	return `"${less}" is only a part of the name at GMC, "${more}", which stays. To shorten it, use Customer: Update`;
}

/**
 * The name and email to send, if they are given and differ. How they are spelled in Unicode, blanks, and the case of an email
 * do not count: GMC may normalize them (not shown), and then every run would change the customer.
 */
export function differences(
	existing: Customer,
	{ name, email }: { name?: unknown; email?: unknown },
): Partial<NewCustomer> | undefined {
	const changes = {
		...(typeof name === 'string' && !sameName(existing.name, name) && { name }),
		...(typeof email === 'string' && !sameEmail(existing.email, email) && { email }),
	};
	return Object.keys(changes).length > 0 ? changes : undefined;
}
