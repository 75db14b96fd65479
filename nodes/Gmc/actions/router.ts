import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { balanceOperationField, balanceOperations } from './balance';
import { customerOperationField, customerOperations } from './customer';
import type { Operation } from './operation';

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Balance', value: 'balance' },
		{ name: 'Customer', value: 'customer' },
	],
	default: 'balance',
};

const operations: Record<string, Record<string, Operation>> = {
	balance: balanceOperations,
	customer: customerOperations,
};

const fieldsOf = (resource: Record<string, Operation>) =>
	Object.values(resource).flatMap(({ fields }) => fields);

/** All fields of the node, in the order in which the editor shows them. */
export const fields: INodeProperties[] = [
	resourceField,
	balanceOperationField,
	customerOperationField,
	...fieldsOf(balanceOperations),
	...fieldsOf(customerOperations),
];

/** Runs the chosen operation on all items. */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = operations[resource]?.[name];
	if (operation === undefined) {
		throw new NodeOperationError(context.getNode(), `There is no operation ${resource}: ${name}`);
	}
	return [await operation.execute(context, context.getInputData())];
}
