import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { Addition } from '../../api/schemas';
import { isForCustomer } from '../../core/additions/addition';
import type { CustomerReference } from '../../core/customers/customerReference';
import { identifiersFor } from '../../core/customers/directory';
import { maskTaxId } from '../../core/customers/taxId';
import { InputError } from '../../core/util/inputError';
import { number } from '../../core/texts/words';
import { earlierNames } from './earlierNames';

/**
 * Sifts a list by customer, who may be listed by `_id` or by tax ID (service.md 2.4), also by one that was corrected since:
 * all are looked for. One who is deleted is known by additions only.
 *
 * @throws InputError for one whom neither the customers nor the list know: nothing would read as "not paid". And for a
 *   tax ID that several have; GmcRequestError when the customers cannot be listed
 */
export async function additionsOf(
	{ context, client }: { context: IExecuteFunctions; client: GmcClient },
	customer: CustomerReference,
	listed: Addition[],
): Promise<{ name: string; identifiers: string[]; additions: Addition[] }> {
	const directory = await client.directory();
	const lookup = directory.find(customer);
	const identifiers = identifiersFor(customer, lookup);
	if ('customer' in lookup) {
		const { _id } = lookup.customer;
		identifiers.push(...(await earlierNames(context, _id, directory, listed)));
	}
	const additions = listed.filter((addition) => isForCustomer(addition, identifiers));
	if ('customer' in lookup) {
		return { name: nameOf(lookup.customer, customer), identifiers, additions };
	}
	const isShared = directory.withTaxId(customer.value).length > 1;
	if (isShared || additions.length === 0) {
		throw new InputError({
			message: `The customer was not found: ${lookup.problem}`,
			advice:
				'Correct the customer, or choose one from the list. Additions of a deleted customer are found by the ID or tax ID that they name.',
			code: 'CUSTOMER_NOT_FOUND',
		});
	}
	return { name: nameOf({}, customer), identifiers, additions };
}

function nameOf({ name }: { name?: unknown }, { by, value }: CustomerReference): string {
	if (typeof name === 'string' && name.trim() !== '') return name;
	return by === 'taxId' ? maskTaxId(value) : value;
}

/** By what else than the customer a list was narrowed down. */
export interface Narrowing {
	/** `YYYY-MM-DD` */
	initialDate?: string;
	finalDate?: string;
	status?: string;
}

const MAX_MESSAGES = 5;

/** Customers of whom the list shows nothing: an empty output alone says neither whom nor since when. */
export class CustomersWithout {
	private readonly found = new Set<string>();

	add(name: string, narrowing: Narrowing): void {
		this.found.add(noneOf(name, narrowing));
	}

	/** Each once, and not too many. */
	messages(): string[] {
		const all = [...this.found];
		const customers = all.length - MAX_MESSAGES;
		const more: string = `… and 0 of ${number(customers)} more customers`;
		return [...all.slice(0, MAX_MESSAGES), ...(customers > 0 ? [more] : [])];
	}
}

const noneOf = (name: string, { initialDate, finalDate, status }: Narrowing) =>
	[
		`GMC lists 0 additions of ${name}`,
		...(initialDate ? [`since ${initialDate}`] : []),
		...(finalDate ? [`until ${finalDate}`] : []),
		...(status ? [`with the status ${status}`] : []),
	].join(' ');
