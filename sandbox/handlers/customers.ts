import { CreateCustomerRequest, UpdateCustomerRequest } from '../contract/requests';
import { badRequest, parsed, ServiceError } from '../errors';
import type { Customer, User } from '../model';
import type { Service } from '../service';
import type { Handler } from './exchange';

/** POST /customers (service.md 4.5). */
export const createCustomer: Handler = (service, exchange, user) => {
	const fields = parsed(CreateCustomerRequest, exchange.body, 'INVALID_BODY');
	checkTaxIdIsFree(service, user, fields.taxId);
	const customer = service.directory.addCustomer({ userId: user._id, ...fields });
	const balance = { currency: 'BRL', amount: 0 };
	return { ...shown(customer), userId: user._id, balance };
};

/** A customer as list and creation show it (service.md 2.8). */
const shown = ({ _id, taxId, name, email, deleted, walletAddress: address }: Customer) => {
	return { _id, taxId, name, email, deleted, wallet: { address } };
};

/** GET /customers/all (service.md 4.6): active ones only, in order of creation (assumed). */
export const listCustomers: Handler = (service, _exchange, user) => {
	const customers = service.directory.activeOf(user._id).map(shown);
	const wrapped = service.settings.list.customersShape === 'data';
	return wrapped ? { data: customers } : customers;
};

/** PATCH /customers/{customerId} (service.md 4.7). */
export const updateCustomer: Handler = (service, exchange, user) => {
	const changes = parsed(UpdateCustomerRequest, exchange.body, 'INVALID_BODY');
	const customer = ownCustomer(service, user, exchange.params.customerId);
	if (changes.taxId !== undefined) checkTaxIdIsFree(service, user, changes.taxId, customer);
	const { _id, taxId, name, email } = Object.assign(customer, changes);
	return { _id, taxId, name, email };
};

/** DELETE /customers/{customerId} (service.md 4.8 and 3): logical, the record is kept. */
export const deleteCustomer: Handler = (service, exchange, user) => {
	const customer = ownCustomer(service, user, exchange.params.customerId);
	customer.deleted = true;
	return { _id: customer._id, deleted: true };
};

/** service.md 7.3: 403 for another user's, 404 for none. Assumed: a deleted one is not found. */
function ownCustomer(service: Service, user: User, id: string): Customer {
	const customer = service.directory.customers.get(id);
	if (customer !== undefined && customer.userId !== user._id) {
		throw new ServiceError(403, 'CUSTOMER_FORBIDDEN', 'The customer belongs to another user');
	}
	if (customer === undefined || customer.deleted) {
		throw new ServiceError(404, 'CUSTOMER_NOT_FOUND', 'Customer not found');
	}
	return customer;
}

/** Assumed, and a setting: active customers of a user have different tax IDs. */
function checkTaxIdIsFree(service: Service, user: User, taxId: string, self?: Customer): void {
	if (service.settings.customers.duplicateTaxId === 'allow') return;
	const taken = service.directory
		.byTaxId(user._id, taxId)
		.some((customer) => !customer.deleted && customer !== self);
	if (taken) throw badRequest('TAX_ID_IN_USE', 'Another customer has this taxId');
}
