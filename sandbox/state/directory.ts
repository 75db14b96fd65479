import type { Customer, User } from '../model';
import { addressOf, bareTaxId, idOf } from '../rules/identifiers';

type NewCustomer = Pick<Customer, 'userId' | 'taxId' | 'name' | 'email'> & { _id?: string };

export class Directory {
	readonly users = new Map<string, User>();
	readonly customers = new Map<string, Customer>();

	userByEmail(email: string): User | undefined {
		return [...this.users.values()].find((user) => user.email === email);
	}

	/** The user whose `secret-key` is `clientKey:clientSecret`. */
	userByKey(pair: string): User | undefined {
		return [...this.users.values()].find((u) => `${u.clientKey}:${u.clientSecret}` === pair);
	}

	/** Adds a customer, with a new `_id` if none is given. */
	addCustomer(fields: NewCustomer): Customer {
		const _id = fields._id ?? idOf(`customer ${this.customers.size + 1}`);
		const walletAddress = addressOf(_id);
		const customer = { ...fields, deleted: false, _id, walletAddress };
		this.customers.set(_id, customer);
		return customer;
	}

	/** Active customers of a user, in order of creation. */
	activeOf(userId: string): Customer[] {
		return this.of(userId).filter((customer) => !customer.deleted);
	}

	/** Customers of a user with this tax ID, also deleted ones, in order of creation. */
	byTaxId(userId: string, taxId: string): Customer[] {
		const wanted = bareTaxId(taxId);
		return this.of(userId).filter((customer) => bareTaxId(customer.taxId) === wanted);
	}

	private of(userId: string): Customer[] {
		return [...this.customers.values()].filter((customer) => customer.userId === userId);
	}
}
