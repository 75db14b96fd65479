import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { listCustomers } from '../api/customers';
import { LoadingCache } from '../api/loadingCache';
import type { Customer } from '../api/schemas';
import { GmcTransport } from '../api/transport';
import { matcherOf, searchTextOf } from '../core/customers/search';
import type { GmcCredential } from '../core/service/credential';
import { fingerprintOf } from '../core/service/credential';
import { keptInProcess } from '../core/util/processMemory';
import { asNodeError } from '../shared/errors';

/** How long a loaded list is used while the user types, in milliseconds. New customers show up after that. */
const MAX_AGE_MS = 60_000;
const PAGE_SIZE = 100;

/** A customer as the picker shows it. */
type Entry = INodeListSearchItems & { searchText: string };

/** Cached, because GMC has no search (service.md 4.6) and typing must be fast. */
const lists = keptInProcess(new LoadingCache<Entry[]>(MAX_AGE_MS));

/** The customer picker: searches name, email and tax ID, sorts by name, returns a page at a time. */
export async function searchCustomers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const next = offset + PAGE_SIZE;
	const credential = await this.getCredentials<GmcCredential & IDataObject>('gmcApi');
	const all = await lists
		.get(fingerprintOf(credential), async () => await load(this))
		.catch((error: unknown) => {
			throw asNodeError(this, error);
		});
	const matches = matcherOf(filter);
	const found = all.filter(({ searchText }) => matches(searchText));
	return {
		results: found.slice(offset, next).map(({ name, value }) => ({ name, value })),
		paginationToken: next < found.length ? String(next) : undefined,
	};
}

async function load(context: ILoadOptionsFunctions): Promise<Entry[]> {
	const customers = await listCustomers(new GmcTransport(context));
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
