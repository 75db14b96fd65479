import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { fields, route } from './actions/router';
import { searchCustomers } from './picker/searchCustomers';

export class Gmc implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GMC',
		name: 'gmc',
		icon: { light: 'file:gmc.svg', dark: 'file:gmc.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["resource"] + ": " + $parameter["operation"]).replace("getAll", "get Many").replace("getMany", "get Many Top-Ups").replace(/^balance: get$/, "balance: get Top-Up").replace("upsert", "create or Update").replace(/\\b[a-z]/, (one) => one.toUpperCase()).replace(/: [a-z]/, (one) => one.toUpperCase()) }}',
		description: "Top up customers' wallets and keep customers in sync with GMC",
		defaults: { name: 'GMC' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Balance: Add pays real money. Set 'Duplicate Protection' to 'Idempotency Key' with an order number, and add 'Options' → 'Dry Run' while testing.",
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'gmcApi', required: true }],
		properties: fields,
	};

	methods = { listSearch: { searchCustomers } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await route(this);
	}
}
