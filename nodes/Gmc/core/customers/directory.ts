import { number } from '../texts/words';
import { InputError } from '../util/inputError';
import type { CustomerReference } from './customerReference';
import { looksLikeTaxId, maskTaxId, normalizeTaxId, withZeros } from './taxId';

/** The part of a customer by which it is found; other fields are carried along. */
export interface Identified {
	_id: string;
	taxId?: unknown;
	name?: unknown;
}

/** `meant`: who has the tax ID once zeros are put in front of it, as a spreadsheet may have dropped them. */
export type Lookup<C> = { customer: C } | { problem: string; meant?: C };

/** The active customers of one execution, found by `_id` and by tax ID without punctuation. */
export class CustomerDirectory<C extends Identified> {
	private readonly byId = new Map<string, C>();
	private readonly byTaxId = new Map<string, Set<string>>();

	constructor(customers: C[]) {
		for (const customer of customers) this.put(customer);
	}

	get size(): number {
		return this.byId.size;
	}

	all(): C[] {
		return [...this.byId.values()];
	}

	/** Adds a customer or replaces the one with the same `_id`. */
	put(customer: C): void {
		const before = this.byId.get(customer._id);
		if (before !== undefined) this.byTaxId.get(taxIdKey(before))?.delete(before._id);
		this.byId.set(customer._id, customer);
		const key = taxIdKey(customer);
		if (key === '') return;
		const ids = this.byTaxId.get(key) ?? new Set();
		this.byTaxId.set(key, ids.add(customer._id));
	}

	/** The customer with this `_id`. */
	withId(customerId: string): C | undefined {
		return this.byId.get(customerId);
	}

	/** Customers with this tax ID; more than one when the service allows duplicates (not shown). */
	withTaxId(taxId: string): C[] {
		const ids = this.byTaxId.get(normalizeTaxId(taxId)) ?? [];
		return [...ids].map((id) => this.byId.get(id)!);
	}

	/** The customers of each tax ID that stands at more than one. */
	sharing(): C[][] {
		return [...this.byTaxId.values()]
			.filter((ids) => ids.size > 1)
			.map((ids) => [...ids].map((id) => this.byId.get(id)!));
	}

	/**
	 * A value is looked up as `_id` and as tax ID, as the service does (service.md 4.2): first as what it was
	 * given as.
	 */
	find({ by, value }: CustomerReference): Lookup<C> {
		const customer = this.byId.get(value);
		const matches = customer !== undefined && by === 'id' ? [customer] : this.withTaxId(value);
		const [only = customer, ...others] = matches;
		if (others.length > 0) {
			const ids = matches.map(({ _id }) => _id).join(', ');
			const shared = `${number(matches.length)} customers share this tax ID (${ids})`;
			return { problem: `${shared}; choose one by ID` };
		}
		return only === undefined ? this.unknown({ by, value }) : { customer: only };
	}

	private unknown({ by, value }: CustomerReference): Lookup<C> {
		const spellings = new Set(withZeros(normalizeTaxId(value)));
		const [first, ...others] = [...spellings].flatMap((taxId) => this.withTaxId(taxId));
		const meant = others.length === 0 ? first : undefined;
		const isTaxId = by === 'taxId' || looksLikeTaxId(value) || meant !== undefined;
		const called = isTaxId ? `the tax ID ${maskTaxId(value)}` : `the ID ${value}`;
		const problem = `none of the ${number(this.size)} active customers has ${called}`;
		if (meant === undefined) return { problem };
		const { customerId, customerName = 'a customer' } = foundCustomer(meant);
		const question = `Is a leading zero missing? With zeros in front it is ${customerName}`;
		return { problem: `${problem}. ${question} (${customerId})`, meant };
	}

	/** The same. @throws InputError where there is no such customer, or more than one */
	get(reference: CustomerReference): C {
		const found = this.find(reference);
		if ('customer' in found) return found.customer;
		throw new InputError({
			message: `The customer was not found: ${found.problem}`,
			advice: 'It may have been deleted. Choose one from the list, or create it first.',
			code: 'CUSTOMER_NOT_FOUND',
		});
	}

	/** Everything that whoever has this `_id` or this tax ID may be called by, however many they are. */
	namesOf(value: string): string[] {
		const customer = this.byId.get(value);
		const all = [...(customer ? [customer] : []), ...this.withTaxId(value)];
		return [...new Set([value, ...all.flatMap(identifiersOf)])];
	}
}

/** What rows need of a customer that was found; `taxId` as the service spells it, the `_id` where it has none. */
export function foundCustomer(customer: Identified) {
	const identifiers = identifiersOf(customer);
	const [customerId, taxId = customerId] = identifiers;
	const customerName = typeof customer.name === 'string' ? customer.name : undefined;
	return { identifiers, customerId, taxId, customerName };
}

/** Everything the service may call a customer by (service.md 2.4): its `_id` and, if it has one, its tax ID. */
export function identifiersOf({ _id, taxId }: Identified): string[] {
	const text = taxIdText(taxId);
	return text === '' ? [_id] : [_id, text];
}

/** Everything the service may call a customer by, whichever way it was given: as that, and as it was found. */
export function identifiersFor({ value }: CustomerReference, found: Lookup<Identified>): string[] {
	return [...new Set([value, ...('problem' in found ? [] : identifiersOf(found.customer))])];
}

const taxIdKey = ({ taxId }: Identified): string => normalizeTaxId(taxIdText(taxId));

/** A service may list it as a number, too; empty where there is none. */
function taxIdText(taxId: unknown): string {
	return typeof taxId === 'string' || typeof taxId === 'number' ? String(taxId) : '';
}
