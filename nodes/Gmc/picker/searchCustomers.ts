import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { knownCustomers } from '../api/customers';
import { GmcTransport } from '../api/transport';
import type { CustomerDirectory } from '../core/customers/directory';
import { matcherOf, searchTextOf } from '../core/customers/directory';
import type { Customer } from '../core/service/record';
import { asNodeError } from '../shared/errors';

/** How long a list is used while the user types, in milliseconds. New customers show up after that. */
const MAX_AGE_MS = 60_000;
const PAGE_SIZE = 100;

/** A customer as the picker shows it. */
type Entry = INodeListSearchItems & { searchText: string };

/** Made once for each list, because GMC has no search (service.md 4.6) and typing must be fast. */
const entries = new WeakMap<CustomerDirectory, Entry[]>();

/** The customer picker: searches name, email and tax ID, sorts by name, returns a page at a time. */
export async function searchCustomers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const next = offset + PAGE_SIZE;
	const notBefore = Date.now() - MAX_AGE_MS;
	const listed = knownCustomers(new GmcTransport(this), notBefore);
	const customers = await listed.catch((error: unknown) => {
		throw asNodeError(this, error);
	});
	const all = entries.get(customers) ?? entriesOf(customers.all());
	entries.set(customers, all);
	const matches = matcherOf(filter);
	const found = all.filter(({ searchText }) => matches(searchText));
	return {
		results: found.slice(offset, next).map(({ name, value }) => ({ name, value })),
		paginationToken: next < found.length ? String(next) : undefined,
	};
}

function entriesOf(customers: Customer[]): Entry[] {
	const byName = new Intl.Collator().compare;
	return customers
		.map((one) => ({ value: one._id, name: labelOf(one), searchText: searchTextOf(one) }))
		.sort((one, other) => byName(one.name, other.name));
}

/** Name and tax ID. */
function labelOf({ name, taxId, _id }: Customer): string {
	const parts = [name, taxId].filter((part) => typeof part === 'string' && part !== '');
	return parts.length > 0 ? parts.join(' · ') : _id;
}
