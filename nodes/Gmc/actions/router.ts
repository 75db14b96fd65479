import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { refuseOtherItems } from '../shared/agentItems';
import { asNodeError, toRowProblem } from '../shared/errors';
import { toErrorItem } from '../shared/refusal';
import { requireOneAccount } from '../shared/oneAccount';
import { choice } from '../shared/options';
import { outputForModel } from '../shared/output';
import { accountOperations } from './account';
import { balanceOperations } from './balance';
import { customerOperations } from './customer';
import type { Operation, Operations } from './operation';
import { operationField, shownFor } from './operation';

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

const resources: Record<string, Operations> = {
	account: accountOperations,
	balance: balanceOperations,
	customer: customerOperations,
};

/** Each shown for its operation only. */
const operationFields = Object.entries(resources).flatMap(([resource, { all }]) =>
	all.flatMap(({ option, fields: own }) => shownFor(resource, option.value, own)),
);

/** All fields of the node, in the order in which the editor shows them. */
export const fields: INodeProperties[] = [
	resourceField,
	...Object.entries(resources).map(([resource, all]) => operationField(resource, all)),
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
		return [items.map((_, itemIndex) => toErrorItem(context, toRowProblem(error, itemIndex)))];
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
	const { all } = chosen('resource', 'Resource', resources);
	const byValue = Object.fromEntries(all.map((one) => [one.option.value, one]));
	return chosen('operation', 'Operation', byValue);
}
