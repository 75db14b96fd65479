import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { asNodeError } from '../actions/errors';
import { GmcClient } from '../api/client';
import type { Customer } from '../api/schemas';
import { matchesSearch } from '../core/search';

const PAGE_SIZE = 100;

/** The customer picker: searched by name, e-mail and tax ID, sorted by name, a page at a time. */
export async function searchCustomers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const customers = (await allCustomers(this)).filter((customer) =>
		matchesSearch(customer, filter),
	);
	const page = customers
		.map((customer) => ({ name: label(customer), value: customer._id }))
		.sort((one, other) => one.name.localeCompare(other.name))
		.slice(offset, offset + PAGE_SIZE);
	const next = offset + PAGE_SIZE;
	return { results: page, paginationToken: next < customers.length ? String(next) : undefined };
}

async function allCustomers(context: ILoadOptionsFunctions): Promise<Customer[]> {
	try {
		return (await new GmcClient(context).directory()).all();
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

function label({ name, taxId, _id }: Customer): string {
	const parts = [name, taxId].filter((part) => typeof part === 'string' && part !== '');
	return parts.length > 0 ? parts.join(' · ') : _id;
}
