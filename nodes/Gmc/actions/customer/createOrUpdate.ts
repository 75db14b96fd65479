import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { normalizeTaxId } from '../../core/customers/taxId';
import { ranges } from '../../core/util/ranges';
import { newTaxIdOptions } from '../../shared/commonFields';
import { showHint } from '../../shared/hints';
import { withNodeMetadata } from '../../shared/items';
import { choice } from '../../shared/options';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readCustomerFields } from './customerFields';
import { changedFields, CustomerSaver } from './save';

/** Creates one customer per item. One whom the list shows as the row has it comes out; with other fields it is refused. */
export const create: Operation = {
	fields: shownFor('customer', 'create', [...customerFields, newTaxIdOptions]),
	async execute(context, items) {
		const saver = new CustomerSaver(context);
		return await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => readCustomerFields(context, itemIndex),
			run: async (fields) => (await saver.save(fields, 'refuse')).customer,
		});
	},
};

const ifExistsField: INodeProperties = {
	displayName: 'If Exists',
	name: 'ifExists',
	type: 'options',
	default: 'update',
	options: [
		{
			name: 'Leave',
			value: 'leave',
			description: 'Nothing is changed: the customer comes out as GMC has it',
		},
		{ name: 'Update', value: 'update', description: 'A name or e-mail that differs is changed' },
	],
	description: 'What becomes of a customer that GMC already has',
};

const optionsField: INodeProperties = {
	...newTaxIdOptions,
	options: [ifExistsField, ...newTaxIdOptions.options!],
};

/** Whole lists of customers are kept in sync here. Nothing clears up what a crash leaves open of them. */
const AT_ONCE = 15;

/**
 * Creates the customer of each item or, unless it is to be left, changes what differs: one list, then requests for the
 * changes only. Rows are the same customer when their tax IDs agree without punctuation; such rows keep their order.
 */
export const upsert: Operation = {
	fields: shownFor('customer', 'upsert', [...customerFields, optionsField]),
	async execute(context, items) {
		const saver = new CustomerSaver(context);
		const differing: number[] = [];
		const output = await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => ({
				itemIndex,
				fields: readCustomerFields(context, itemIndex),
				ifExists: ifExistsParameter(context, itemIndex),
			}),
			sideBySide: { groupOf: ({ fields }) => normalizeTaxId(fields.taxId), atOnce: AT_ONCE },
			run: async ({ itemIndex, fields, ifExists }) => {
				const { customer, action } = await saver.save(fields, ifExists);
				const isSent = ifExists === 'update' || action === 'created';
				if (isSent && changedFields(customer, fields) !== undefined) differing.push(itemIndex + 1);
				return withNodeMetadata(customer, { action });
			},
		});
		hintAtDiffering(context, differing);
		return output;
	},
};

const ifExistsParameter = (context: IExecuteFunctions, itemIndex: number) =>
	choice(context.getNodeParameter('options.ifExists', itemIndex, 'update'), 'If Exists', [
		'update',
		'leave',
	] as const);

/** What GMC has answered may not be what it was sent. */
function hintAtDiffering(context: IExecuteFunctions, rows: number[]): void {
	if (rows.length === 0) return;
	const named = `${rows.length === 1 ? 'row' : 'rows'} ${ranges(rows.sort((a, b) => a - b))}`;
	const message = `GMC's answer shows another name or e-mail than it was sent: ${named}`;
	showHint(context, 'warning', message);
}
