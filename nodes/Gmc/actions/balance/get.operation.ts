import type { INodeProperties } from 'n8n-workflow';
import { getAddition } from '../../api/additions';
import { knownCustomers } from '../../api/customers';
import { checkedId } from '../../core/service/record';
import { outputFields, TOP_UP_FIELDS } from '../../shared/commonFields';
import { flatRecords } from '../../shared/items';
import { simplifyParameter } from '../../shared/output';
import { textValue } from '../../shared/parameters';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';

const additionIdField: INodeProperties = {
	displayName: 'Top-Up ID',
	name: 'additionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 665f1c2e9b1d8a0012ab34cd',
	description: "ID of the top-up at GMC, such as 'additionId' in the output of Balance: Add",
};

/** Looks up one addition per item (service.md 4.4). */
export const get: Operation = {
	option: {
		name: 'Get Top-Up',
		value: 'get',
		action: 'Get top-up',
		description: 'Retrieve a top-up by its ID',
	},
	...eachItem([additionIdField, ...outputFields(TOP_UP_FIELDS)], (context, client) => ({
		read: (itemIndex) => ({
			additionId: checkedId(
				textValue(context.getNodeParameter('additionId', itemIndex), 'Top-Up ID'),
			),
			simplify: simplifyParameter(context, itemIndex),
		}),
		run: async ({ additionId, simplify }) => {
			const addition = await getAddition(client.transport, additionId);
			if (!simplify) return addition;
			return await flatRecords(
				context,
				[addition],
				async () => await knownCustomers(client.transport),
			);
		},
	})),
};
