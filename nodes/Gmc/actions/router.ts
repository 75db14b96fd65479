import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { asNodeError, markForErrorOutput, toErrorItem, toRowProblem } from '../shared/errors';
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

/**
 * Runs the chosen operation on all items. Under "Continue" nothing may be thrown: n8n would send the inputs
 * on as if they had succeeded (n8n.md E7), so an error of the whole run becomes an error of each item.
 */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	return [markForErrorOutput(context.getNode(), await execute(context, items))];
}

async function execute(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	try {
		return await chosenOperation(context).execute(context, items);
	} catch (error) {
		if (!context.continueOnFail()) throw asNodeError(context.getNode(), error);
		return items.map((_, itemIndex) => toErrorItem(toRowProblem(error, itemIndex)));
	}
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = operations[resource]?.[name];
	if (operation !== undefined) return operation;
	throw new NodeOperationError(context.getNode(), `There is no operation ${resource}: ${name}`);
}
