import type { Customer } from '../service/record';
import { number } from '../texts/words';
import { refusal } from '../util/inputError';
import type { CustomerReference } from './customerReference';
import { looksLikeTaxId, maskTaxId, mistypedAs, normalizeTaxId, withZeros } from './taxId';

/** Why no customer was found. `meant`: who has the tax ID with leading zeros, which a spreadsheet may have dropped. */
export interface NotFound {
	problem: string;
	code: 'CUSTOMER_NOT_FOUND' | 'CUSTOMER_AMBIGUOUS';
	meant?: Customer;
}

export type Lookup = { customer: Customer } | NotFound;

const CHOOSE = 'It may have been deleted. Choose one from the list, or create it first.';

/** The active customers, found by `_id` and by tax ID without punctuation. */
export class CustomerDirectory {
	private readonly byId = new Map<string, Customer>();
	private readonly byTaxId = new Map<string, Set<Customer>>();

	/** @param total how many GMC counts, if it says so */
	constructor(
		customers: Customer[],
		private readonly total = 0,
	) {
		for (const customer of customers) this.put(customer);
	}

	/** Whether GMC has listed all that it counts. Else a customer that is not here may exist. */
	get isWhole(): boolean {
		return this.size >= this.total;
	}

	get size(): number {
		return this.byId.size;
	}

	all(): Customer[] {
		return [...this.byId.values()];
	}

	/** Adds a customer, or replaces the one with the same `_id`. */
	put(customer: Customer): void {
		const before = this.byId.get(customer._id);
		if (before !== undefined) this.byTaxId.get(taxIdKey(before))?.delete(before);
		this.byId.set(customer._id, customer);
		const key = taxIdKey(customer);
		if (key !== '') this.byTaxId.set(key, (this.byTaxId.get(key) ?? new Set()).add(customer));
	}

	withId(customerId: string): Customer | undefined {
		return this.byId.get(customerId);
	}

	/** Customers with this tax ID. Whether GMC allows several is not shown. */
	withTaxId(taxId: string): Customer[] {
		return [...(this.byTaxId.get(normalizeTaxId(taxId)) ?? [])];
	}

	/** Whether more than one customer has this tax ID. */
	readonly isShared = (taxId: string): boolean =>
		(this.byTaxId.get(normalizeTaxId(taxId))?.size ?? 0) > 1;

	/** How many tax IDs belong to several customers. */
	get sharedTaxIds(): number {
		return [...this.byTaxId.values()].filter(({ size }) => size > 1).length;
	}

	/** Looks a value up as `_id` and as tax ID, as GMC does (service.md 4.2). If it is both, `by` decides. */
	find({ by, value, orElse = '' }: CustomerReference): Lookup {
		const customer = this.byId.get(value);
		const withTaxId = () => new Set([value, orElse].flatMap((one) => this.withTaxId(one)));
		const matches = customer !== undefined && by === 'id' ? [customer] : [...withTaxId()];
		const [only = customer, ...others] = matches;
		if (others.length > 0) {
			const shared = `${number(matches.length)} customers have this tax ID (${namedIds(matches)})`;
			return { problem: `${shared}; choose one by ID`, code: 'CUSTOMER_AMBIGUOUS' };
		}
		return only === undefined ? this.unknown({ by, value }) : { customer: only };
	}

	private unknown({ by, value }: CustomerReference): Lookup {
		const spellings = withZeros(normalizeTaxId(value));
		const [first, ...others] = spellings.flatMap((taxId) => this.withTaxId(taxId));
		const meant = others.length === 0 ? first : undefined;
		const isTaxId = by === 'taxId' || looksLikeTaxId(value) || meant !== undefined;
		const called = isTaxId ? `the tax ID ${maskTaxId(value)}` : `the ID ${value}`;
		const problem = `none of the ${number(this.size)} active customers has ${called}`;
		const code = 'CUSTOMER_NOT_FOUND';
		if (meant === undefined) {
			const fault = isTaxId ? mistypedAs(value) : undefined;
			return { problem: fault === undefined ? problem : `${problem}. ${fault}`, code };
		}
		const { customerId, customerName = 'a customer' } = foundCustomer(meant);
		const question = `Is a leading zero missing? With zeros in front it is ${customerName}`;
		return { problem: `${problem}. ${question} (${customerId})`, code, meant };
	}

	/** Like `find`. @throws InputError with this advice if there is no such customer, or more than one */
	get(reference: CustomerReference, advice = CHOOSE): Customer {
		const found = this.find(reference);
		if ('customer' in found) return found.customer;
		throw refusal(found.code, `The customer was not found: ${found.problem}`, advice);
	}

	/** Whether a customer has this `_id` or this tax ID. */
	knows(value: string): boolean {
		return this.byId.has(value) || this.withTaxId(value).length > 0;
	}

	/** All identifiers of all customers that have this `_id` or this tax ID. */
	allIdentifiersOf(value: string): string[] {
		const customer = this.byId.get(value);
		const all = [...(customer ? [customer] : []), ...this.withTaxId(value)];
		return [...new Set([value, ...all.flatMap((one) => foundCustomer(one).identifiers)])];
	}
}

/** So many are named, since each row with the tax ID names them. */
const MAX_NAMED = 10;

/** Their ids. */
export function namedIds(customers: Customer[]): string {
	const ids = customers.slice(0, MAX_NAMED).map(({ _id }) => _id);
	const more = customers.length - MAX_NAMED;
	return [...ids, ...(more > 0 ? [`and ${number(more)} more`] : [])].join(', ');
}

/**
 * What rows need of a customer: every identifier that GMC may use (service.md 2.4), the `_id`, the tax ID as GMC spells it,
 * or the `_id` if it has none, and the name.
 */
export function foundCustomer({ _id: customerId, taxId: raw, name }: Customer) {
	const taxId = taxIdText(raw) || customerId;
	const customerName = typeof name === 'string' ? name : undefined;
	return { identifiers: [...new Set([customerId, taxId])], customerId, taxId, customerName };
}

const taxIdKey = ({ taxId }: Customer): string => normalizeTaxId(taxIdText(taxId));

/** GMC may list it as a number. Empty if there is none. */
function taxIdText(taxId: unknown): string {
	return typeof taxId === 'string' || typeof taxId === 'number' ? String(taxId) : '';
}

/** Lower case, no accents, normal width: `jose` finds `José`, `１２３` finds `123`. */
function fold(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text that a search looks through: name, email and tax ID. Keep it, because 100,000 of them take time. */
export const searchTextOf = (customer: {
	name?: unknown;
	email?: unknown;
	taxId?: unknown;
}): string =>
	[fold(customer.name), fold(customer.email), normalizeTaxId(fold(customer.taxId))].join('\n');

/**
 * Matches search texts that contain every word, in any order, or contain all of it without punctuation, as tax IDs do.
 * Empty matches all.
 */
export function matcherOf(search: unknown): (searchText: string) => boolean {
	const text = fold(search).trim();
	const words = text.split(/\s+/);
	const bare = normalizeTaxId(text);
	return (searchText) =>
		words.every((word) => searchText.includes(word)) || (bare !== '' && searchText.includes(bare));
}
