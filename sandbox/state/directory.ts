import type { Customer, User } from '../model';
import { addressOf, bareTaxId, idOf } from '../rules/identifiers';

type NewCustomer = Pick<Customer, 'userId' | 'taxId' | 'name' | 'email'> &
	Partial<Pick<Customer, '_id' | 'deleted' | 'fees'>>;

/** Users and customers, with an index by tax ID. */
export class Directory {
	readonly users = new Map<string, User>();
	readonly customers = new Map<string, Customer>();
	private readonly idsByUser = new Map<string, Set<string>>();
	private readonly idsByTaxId = new Map<string, Set<string>>();

	addUser(user: User): void {
		this.users.set(user._id, user);
	}

	userByEmail(email: string): User | undefined {
		return [...this.users.values()].find((user) => user.email === email);
	}

	/** The user whose `secret-key` is `clientKey:clientSecret`. */
	userByKey(pair: string): User | undefined {
		return [...this.users.values()].find((u) => `${u.clientKey}:${u.clientSecret}` === pair);
	}

	/** Adds a customer, with a new `_id` if none is given. */
	addCustomer(fields: NewCustomer, createdAt: number): Customer {
		const _id = fields._id ?? idOf(`customer ${this.customers.size + 1}`);
		const customer: Customer = {
			deleted: false,
			fees: null,
			...fields,
			_id,
			walletAddress: addressOf(_id),
			createdAt,
		};
		this.customers.set(_id, customer);
		addTo(this.idsByUser, customer.userId, _id);
		addTo(this.idsByTaxId, taxIdKey(customer.userId, customer.taxId), _id);
		return customer;
	}

	updateCustomer(customer: Customer, changes: Partial<Pick<Customer, 'taxId' | 'name' | 'email'>>) {
		this.idsByTaxId.get(taxIdKey(customer.userId, customer.taxId))?.delete(customer._id);
		Object.assign(customer, changes);
		addTo(this.idsByTaxId, taxIdKey(customer.userId, customer.taxId), customer._id);
	}

	/** Active customers of a user, in order of creation. */
	activeOf(userId: string): Customer[] {
		return this.pick(this.idsByUser.get(userId)).filter((customer) => !customer.deleted);
	}

	/**
	 * Customers of a user with this tax ID, also deleted ones, in order of creation. `ignorePunctuation` is a setting.
	 */
	byTaxId(userId: string, taxId: string, ignorePunctuation: boolean): Customer[] {
		const found = this.pick(this.idsByTaxId.get(taxIdKey(userId, taxId)));
		return ignorePunctuation ? found : found.filter((customer) => customer.taxId === taxId);
	}

	private pick(ids: Iterable<string> = []): Customer[] {
		return [...ids].flatMap((id) => this.customers.get(id) ?? []);
	}
}

const taxIdKey = (userId: string, taxId: string): string => `${userId} ${bareTaxId(taxId)}`;

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
	const ids = index.get(key);
	if (ids === undefined) index.set(key, new Set([id]));
	else ids.add(id);
}
