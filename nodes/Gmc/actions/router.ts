import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { refuseOtherItems } from '../shared/agentItems';
import { asNodeError, toErrorItem, toRowProblem } from '../shared/errors';
import { requireOneAccount } from '../shared/oneAccount';
import { choice } from '../shared/options';
import { outputForModel } from '../shared/output';
import { accountOperationField, accountOperations } from './account';
import { balanceOperationField, balanceOperations } from './balance';
import { customerOperationField, customerOperations } from './customer';
import type { Operation } from './operation';
import { shownFor } from './operation';

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Account', value: 'account' },
		{ name: 'Balance', value: 'balance' },
		{ name: 'Customer', value: 'customer' },
	],
	default: 'balance',
};

const operations: Record<string, Record<string, Operation>> = {
	account: accountOperations,
	balance: balanceOperations,
	customer: customerOperations,
};

/** Each shown for its operation only. */
const operationFields = Object.entries(operations).flatMap(([resource, all]) =>
	Object.entries(all).flatMap(([operation, { fields: own }]) => shownFor(resource, operation, own)),
);

/** All fields of the node, in the order in which the editor shows them. */
export const fields: INodeProperties[] = [
	resourceField,
	accountOperationField,
	balanceOperationField,
	customerOperationField,
	...operationFields,
];

const LABELS = new Map(
	fields
		.flatMap((field) => [field, ...(field.options ?? [])])
		.flatMap((one) => ('displayName' in one ? [[one.name, one.displayName] as const] : [])),
);

/**
 * Runs the chosen operation on all items. Under "Continue" nothing may be thrown: n8n would send the inputs
 * on as if they had succeeded (n8n.md E7), so an error of the whole run becomes an error of each item.
 */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	try {
		const operation = chosenOperation(context);
		const refused = await checkRun(context).catch(
			async (error: unknown) =>
				operation.refuse?.(context, items, error) ?? (await Promise.reject(error)),
		);
		const forModel = outputForModel(context);
		return [forModel(refused ?? (await operation.execute(context, items)))];
	} catch (error) {
		if (!context.continueOnFail()) throw asNodeError(context, error);
		return [items.map((_, itemIndex) => toErrorItem(toRowProblem(error, itemIndex)))];
	}
}

/** What counts for every operation. @throws InputError */
async function checkRun(context: IExecuteFunctions): Promise<undefined> {
	await requireOneAccount(context);
	refuseOtherItems(context, LABELS);
}

/** @throws InputError when there is no such operation */
function chosenOperation(context: IExecuteFunctions): Operation {
	const chosen = <T>(name: string, label: string, among: Record<string, T>): T =>
		among[choice(Object.keys(among))(context.getNodeParameter(name, 0), label)];
	return chosen('operation', 'Operation', chosen('resource', 'Resource', operations));
}
