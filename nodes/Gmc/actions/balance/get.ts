import type { INodeProperties } from 'n8n-workflow';
import { getAddition } from '../../api/additions';
import { GmcClient } from '../../api/client';
import { idValue } from '../../shared/parameters';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
const additionIdField: INodeProperties = {
	displayName: 'Addition ID',
	name: 'additionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 665f1c2e9b1d8a0012ab34cd',
	description: 'The _id that GMC gave the addition when it was issued',
};

/** Looks up one addition per item (service.md 4.4). */
export const get: Operation = {
	fields: shownFor('balance', 'get', [additionIdField]),
	async execute(context, items) {
		const { transport } = new GmcClient(context);
		return await forEachItem(context, items, {
			read: (itemIndex) =>
				idValue(context.getNodeParameter('additionId', itemIndex), 'The addition ID'),
			run: async (additionId) => await getAddition(transport, additionId),
		});
	},
};
