import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { searchCustomers } from './picker/searchCustomers';
import { triggerFields } from './trigger/settings';
import { poll } from './trigger/poll';

export class GmcTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GMC Trigger',
		name: 'gmcTrigger',
		icon: { light: 'file:gmc.svg', dark: 'file:gmc.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"].replace("addition", "Top-Up").replace(/\\B[A-Z]/g, " $&") }}',
		// n8n shows it for both nodes together, above the actions of the other one, too.
		description:
			'Tops up wallets and keeps customers in sync. Starts a workflow when a top-up completes, fails or changes.',
		defaults: { name: 'GMC Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'gmcApi', required: true }],
		properties: triggerFields,
	};

	methods = { listSearch: { searchCustomers } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
