import { GmcClient } from '../../api/client';
import type { NewCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { changedFields } from '../../core/customers/changedFields';
import { InputError } from '../../core/util/inputError';
import { newTaxIdOptions } from '../../shared/commonFields';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readCustomerFields } from './customerFields';
import { CustomerCreator } from './customerCreator';
import { findByTaxId } from './findCustomer';

/**
 * Creates one customer per item, unless the list shows whom the row asks for: so a retry of the execution gives out what
 * was created. With another name or e-mail the row is refused.
 */
export const create: Operation = {
	fields: shownFor('customer', 'create', [...customerFields, newTaxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		const creator = new CustomerCreator(context, client);
		return await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => readCustomerFields(context, itemIndex),
			run: async (fields) => {
				const existing = await findByTaxId(client, fields.taxId);
				if (existing !== undefined) return sameCustomer(existing, fields);
				const { customer, doubt } = await creator.create(fields);
				if (doubt !== undefined && changedFields(customer, fields) !== undefined) throw doubt;
				return customer;
			},
		});
	},
};

/** @throws InputError when the customer is not as the row has it */
function sameCustomer(existing: Customer, fields: NewCustomer): Customer {
	if (changedFields(existing, fields) === undefined) return existing;
	throw new InputError({
		message: `GMC has a customer with this tax ID already (${existing._id}), with another name or e-mail`,
		advice: 'To change the customer, use Create or Update.',
		code: 'CUSTOMER_EXISTS',
	});
}
