import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import type { CustomerFields } from '../../api/customers';
import { InputError } from '../../core/util/inputError';
import { customerField, taxIdOptions } from '../../shared/commonFields';
import {
	customerParameter,
	emailValue,
	taxIdFormatParameter,
	taxIdValue,
	textValue,
} from '../../shared/parameters';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields } from './customerFields';
import { changeCustomer, resolveCustomerId } from './findCustomer';

const updateFieldsField: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [...customerFields]
		.sort((one, other) => one.displayName.localeCompare(other.displayName))
		.map((field) => ({ ...field, required: false })),
};

/** Changes the given fields of each item's customer; the others stay (service.md 4.7). */
export const update: Operation = {
	fields: shownFor('customer', 'update', [customerField, updateFieldsField, taxIdOptions]),
	async execute(context, items) {
		const client = new GmcClient(context);
		return await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => ({
				reference: customerParameter(context, itemIndex),
				changes: readChanges(context, itemIndex),
			}),
			run: async ({ reference, changes }) =>
				await changeCustomer(client, await resolveCustomerId(client, reference), changes),
		});
	},
};

function readChanges(context: IExecuteFunctions, itemIndex: number): CustomerFields {
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const changes: CustomerFields = {};
	if ('taxId' in given) {
		changes.taxId = taxIdValue(given.taxId, taxIdFormatParameter(context, itemIndex));
	}
	if ('name' in given) changes.name = textValue(given.name, 'The name');
	if ('email' in given) changes.email = emailValue(given.email);
	if (Object.keys(changes).length > 0) return changes;
	throw new InputError({
		message: 'There is nothing to change: Update Fields is empty',
		advice: 'Add at least one of Tax ID, Name and Email under Update Fields.',
		code: 'NOTHING_TO_CHANGE',
	});
}
