import type { INodeProperties } from 'n8n-workflow';
import { getAddition } from '../../api/additions';
import { simplifyField } from '../../shared/commonFields';
import { flatRecords } from '../../shared/items';
import { idValue, simplifyParameter } from '../../shared/parameters';
import { eachItem } from '../forEachItem';

const additionIdField: INodeProperties = {
	displayName: 'Top-Up ID',
	name: 'additionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 665f1c2e9b1d8a0012ab34cd',
	description: 'The _id that GMC gave the top-up',
};

/** Looks up one addition per item (service.md 4.4). */
export const get = eachItem([additionIdField, simplifyField], (context, client) => ({
	read: (itemIndex) => ({
		additionId: idValue(context.getNodeParameter('additionId', itemIndex), 'The Top-Up ID'),
		simplify: simplifyParameter(context, itemIndex),
	}),
	run: async ({ additionId, simplify }) => {
		const addition = await getAddition(client.transport, additionId);
		if (!simplify) return addition;
		// Without the list of customers, the record has no name.
		const customers = await client.knownCustomers().catch(() => undefined);
		return await flatRecords(context, [addition], { customers });
	},
}));
