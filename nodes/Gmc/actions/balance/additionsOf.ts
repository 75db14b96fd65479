import type { GmcClient } from '../../api/client';
import type { Addition } from '../../api/schemas';
import { isForCustomer } from '../../core/additions/addition';
import type { CustomerReference } from '../../core/customers/customerReference';
import { identifiersFor } from '../../core/customers/directory';
import { maskTaxId } from '../../core/customers/taxId';
import { en } from '../../core/texts/en';
import { InputError } from '../../core/util/inputError';
import type { Narrowing } from './texts';
import { texts } from './texts';

/**
 * Sifts a list by customer, who may be listed by `_id` or by tax ID (service.md 2.4): both are looked for. One who is
 * deleted is known by additions only.
 *
 * @throws InputError for one whom neither the customers nor the list know: nothing would read as "not paid". And for a
 *   tax ID that several have; GmcRequestError when the customers cannot be listed
 */
export async function additionsOf(
	client: GmcClient,
	customer: CustomerReference,
	listed: Addition[],
): Promise<{ name: string; additions: Addition[] }> {
	const directory = await client.directory();
	const lookup = directory.find(customer);
	const identifiers = identifiersFor(customer, lookup);
	const additions = listed.filter((addition) => isForCustomer(addition, identifiers));
	if ('customer' in lookup) return { name: nameOf(lookup.customer, customer), additions };
	const isShared = directory.withTaxId(customer.value).length > 1;
	if (isShared || additions.length === 0) {
		throw new InputError(texts.unknownCustomer(lookup.problem(en)), texts.unknownCustomerAdvice);
	}
	return { name: nameOf({}, customer), additions };
}

function nameOf({ name }: { name?: unknown }, { by, value }: CustomerReference): string {
	if (typeof name === 'string' && name.trim() !== '') return name;
	return by === 'taxId' ? maskTaxId(value) : value;
}

const MAX_MESSAGES = 5;

/** Customers of whom the list shows nothing: an empty output alone says neither whom nor since when. */
export class CustomersWithout {
	private readonly found = new Set<string>();

	add(name: string, narrowing: Narrowing): void {
		this.found.add(texts.noAdditions(name, narrowing));
	}

	/** Each once, and not too many. */
	messages(): string[] {
		const all = [...this.found];
		const more = all.length - MAX_MESSAGES;
		return [...all.slice(0, MAX_MESSAGES), ...(more > 0 ? [texts.moreWithout(more)] : [])];
	}
}
