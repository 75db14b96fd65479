import { nodeOutput } from '../n8n/executions';
import type { Execution, WorkflowNode } from '../n8n/types';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { Guest } from '../n8n/test-bed';
import { START, type Step, chain, gmcNode, itemsNode, locator } from './build';

export const ADD = 'Add balance';

/** A row of a sheet; `customer` is an `_id`. */
export interface SheetRow {
	customer: string;
	amount: number;
	[key: string]: unknown;
}

/** A sheet with one row per amount, each for another customer of the demo. */
export function sheetOf(...amounts: number[]): SheetRow[] {
	const customerOf = (index: number) => DEMO_CUSTOMERS[index % DEMO_CUSTOMERS.length]._id;
	return amounts.map((amount, index) => ({ customer: customerOf(index), amount }));
}

/** The options of `balance: add`, and settings of its node such as `onError`. */
export interface SheetSetup {
	options?: Record<string, unknown>;
	settings?: Partial<WorkflowNode>;
}

/** The fields of `balance: add` under which a row is known by a key, which an expression gives. */
export const byKey = (idempotencyKey: string) => ({ duplicateProtection: 'key', idempotencyKey });

/** The same for a sheet that is a batch. */
export const inBatch = (batchName: string) => ({ duplicateProtection: 'batch', batchName });

/** Issues one addition in BRL per item; without other parameters, items are taken for a `SheetRow`. */
export function addNode(
	{ options = {}, ...parameters }: Record<string, unknown> = {},
	settings: Partial<WorkflowNode> = {},
): Step {
	const all = {
		resource: 'balance',
		operation: 'add',
		currency: 'BRL',
		duplicateProtection: 'recent',
		options,
		customer: locator('id', '={{ $json.customer }}'),
		amount: '={{ $json.amount }}',
		...parameters,
	};
	return gmcNode(ADD, all, settings);
}

/** Runs a workflow that issues one addition in BRL per row. */
export async function runSheet(
	{ client, credentialId }: Guest,
	rows: SheetRow[],
	{ options, settings }: SheetSetup = {},
): Promise<Execution> {
	const workflow = chain('A sheet', itemsNode('Rows', rows), addNode({ options }, settings));
	const { id } = await client.importWorkflow(workflow, { credentialId });
	return await client.runWorkflow(id, { triggerName: START });
}

/** The outcome of each row, from an issued or skipped item as well as from an error. */
export function outcomesOf(items: object[]): string[] {
	return items.map((item) => {
		const { _gmc, details } = item as Record<string, { outcome: string } | undefined>;
		return String((_gmc ?? details)?.outcome);
	});
}

/** The items that `balance: add` gave out: on its first output, and on its error output. */
export function sheetOutput(execution: Execution) {
	const [items = [], errors = []] = nodeOutput(execution, ADD);
	return { items, errors };
}
