import type { GmcClient } from '../../api/client';
import type { Addition } from '../../api/schemas';
import { isForCustomer } from '../../core/additions/addition';
import type { CustomerReference } from '../../core/customers/customerReference';
import { identifiersFor } from '../../core/customers/directory';
import { maskTaxId } from '../../core/customers/taxId';
import type { Message, Texts } from '../../core/texts/message';
import { InputError } from '../../core/util/inputError';

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
		throw new InputError(
			(texts) => texts.customers.notFound({ reason: lookup.problem(texts) }),
			({ listing }) => listing.noCustomer,
		);
	}
	return { name: nameOf({}, customer), additions };
}

function nameOf({ name }: { name?: unknown }, { by, value }: CustomerReference): string {
	if (typeof name === 'string' && name.trim() !== '') return name;
	return by === 'taxId' ? maskTaxId(value) : value;
}

const MAX_MESSAGES = 5;

/** Of whom nothing was listed, and by what else the list was narrowed down. */
type Nothing = Parameters<Texts['listing']['noAdditions']>[0];

/** Customers of whom the list shows nothing: an empty output alone says neither whom nor since when. */
export class CustomersWithout {
	/** By what is told of them, so that nothing is told twice. */
	private readonly found = new Map<string, Nothing>();

	add({ name, initialDate, finalDate, status }: Nothing): void {
		const nothing = { name, initialDate, finalDate, status };
		this.found.set(JSON.stringify(nothing), nothing);
	}

	/** Each once, and not too many. */
	messages(): Message[] {
		const all = [...this.found.values()];
		const customers = all.length - MAX_MESSAGES;
		const told = all.slice(0, MAX_MESSAGES).map(
			(nothing): Message =>
				({ listing }) =>
					listing.noAdditions(nothing),
		);
		return customers > 0 ? [...told, ({ listing }) => listing.moreWithout({ customers })] : told;
	}
}
