import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { asNodeError } from '../shared/errors';
import { matcherOf } from '../core/customers/search';
import { pickerList } from './pickerList';

const PAGE_SIZE = 100;

/** The customer picker: searched by name, e-mail and tax ID, sorted by name, a page at a time. */
export async function searchCustomers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const all = await pickerList(this).catch(async (error: unknown) => {
		throw asNodeError(this, error);
	});
	const matches = matcherOf(filter);
	const found = all.filter(({ text }) => matches(text));
	const results = found
		.slice(offset, offset + PAGE_SIZE)
		.map(({ name, value }) => ({ name, value }));
	const next = offset + PAGE_SIZE;
	return { results, paginationToken: next < found.length ? String(next) : undefined };
}
