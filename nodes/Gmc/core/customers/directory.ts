import type { CustomerReference } from './customerReference';
import { isTooLongForTaxId, looksLikeTaxId, maskTaxId, normalizeTaxId } from './taxId';
import { number } from '../texts/words';
import { InputError } from '../util/inputError';

/** The part of a customer by which it is found; other fields are carried along. */
export interface Identified {
	_id: string;
	taxId?: unknown;
}

export type Lookup<C> = { customer: C } | { problem: string };

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

	/** Takes a customer out. */
	remove(customerId: string): void {
		const before = this.byId.get(customerId);
		if (before === undefined) return;
		this.byTaxId.get(taxIdKey(before))?.delete(customerId);
		this.byId.delete(customerId);
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
		if (customer !== undefined && by === 'id') return { customer };
		const matches = this.withTaxId(value);
		if (matches.length === 1) return { customer: matches[0] };
		if (matches.length > 1) return { problem: sharedBy(matches) };
		if (customer !== undefined) return this.unlessShared(customer);
		const isTaxId = (by === 'taxId' || looksLikeTaxId(value)) && !isTooLongForTaxId(value);
		const { size } = this;
		return {
			problem: isTaxId
				? `none of the ${number(size)} active customers has the tax ID ${maskTaxId(value)}`
				: `none of the ${number(size)} active customers has the ID ${value}`,
		};
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

	/** Who is given by tax ID is named to the service by it, so it has to name nobody else. */
	private unlessShared(customer: C): Lookup<C> {
		const matches = this.withTaxId(taxIdKey(customer));
		return matches.length > 1 ? { problem: sharedBy(matches) } : { customer };
	}
}

function sharedBy(matches: Identified[]): string {
	const ids = matches.map(({ _id }) => _id);
	return `${number(ids.length)} customers share this tax ID (${ids.join(', ')}); choose one by ID`;
}

/** A customer that was found, as rows speak of it. */
export interface FoundCustomer {
	/** `_id` and, if there is one, tax ID. */
	identifiers: string[];
	customerId: string;
	/** As the service spells it; the `_id` of a customer without one. */
	taxId: string;
	customerName?: string;
}

/** What rows need of a customer that was found. */
export function foundCustomer(customer: Identified & { name?: unknown }): FoundCustomer {
	const identifiers = identifiersOf(customer);
	const [customerId, taxId = customerId] = identifiers;
	const { name } = customer;
	return {
		identifiers,
		customerId,
		taxId,
		...(typeof name === 'string' && { customerName: name }),
	};
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
