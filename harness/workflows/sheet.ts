import { nodeOutput } from '../n8n/client';
import type { Execution, OutputItem, WorkflowJson, WorkflowNode } from '../n8n/types';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { Guest } from '../n8n/harness';
import { START, chain, gmcNode, itemsNode, locator } from './workflows';

/** The endpoint that moves money. */
export const ISSUE = 'POST /transactions/add-balance';

/** The node of `sheetWorkflow` that issues the additions. */
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

/** A workflow that issues one addition in BRL per row. */
export function sheetWorkflow(rows: SheetRow[], setup: SheetSetup = {}): WorkflowJson {
	const parameters = {
		resource: 'balance',
		operation: 'add',
		customer: locator('id', '={{ $json.customer }}'),
		amount: '={{ $json.amount }}',
		currency: 'BRL',
		options: setup.options ?? {},
	};
	return chain('A sheet', itemsNode('Rows', rows), gmcNode(ADD, parameters, setup.settings));
}

/** Saves a sheet's workflow and runs it to its end. */
export async function runSheet(
	{ client, credentialId }: Guest,
	rows: SheetRow[],
	setup: SheetSetup = {},
): Promise<Execution> {
	const workflow = sheetWorkflow(rows, setup);
	const { id } = await client.importWorkflow(workflow, { credentialId });
	return await client.runWorkflow(id, { triggerName: START });
}

/** The items that `balance: add` gave out: on its first output, and on its error output. */
export function sheetOutput(execution: Execution): { items: OutputItem[]; errors: OutputItem[] } {
	const [items = [], errors = []] = nodeOutput(execution, ADD);
	return { items, errors };
}

/** How often the service was asked to issue each amount, refused and lost requests included. */
export async function askedByAmount({ sandbox }: Guest): Promise<Record<string, number>> {
	const journal = await sandbox.admin.journal({ route: ISSUE });
	return tally(journal.map(({ body }) => (body as { amount: number }).amount));
}

/** How often each amount was really charged. */
export async function chargedByAmount({ sandbox }: Guest): Promise<Record<string, number>> {
	const { additions } = await sandbox.admin.charges();
	return tally(additions.filter(({ source }) => source === 'api').map(({ amount }) => amount));
}

function tally(amounts: number[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const amount of amounts) counts[amount] = (counts[amount] ?? 0) + 1;
	return counts;
}
