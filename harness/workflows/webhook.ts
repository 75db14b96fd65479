import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { WorkflowJson, WorkflowNode } from '../n8n/types';
import { type Step, chainFrom } from './build';
import { type SheetRow, addNode, byKey } from './sheet';

/** Rows for all customers of the demo in turn. Every fourth row repeats the one before it. */
export function rowsOf(count: number): SheetRow[] {
	return Array.from({ length: count }, (_, index) => {
		const first = index % 4 === 3 ? index - 1 : index;
		const { _id } = DEMO_CUSTOMERS[first % DEMO_CUSTOMERS.length];
		return { customer: _id, amount: (100 + first) / 100 };
	});
}

/** Starts a workflow when `/webhook/<path>` is called. The call is answered at once. */
export function webhookNode(path: string): Step {
	const type = 'n8n-nodes-base.webhook';
	return { name: 'Webhook', type, typeVersion: 2, parameters: { path, httpMethod: 'POST' } };
}

/** One item per element of a list in the input. */
export function splitOutNode(field: string): Step {
	const parameters = { fieldToSplitOut: field, options: {} };
	return { name: 'Rows', type: 'n8n-nodes-base.splitOut', parameters };
}

/**
 * A workflow that issues the rows of a call, POST `/webhook/<path>` `{ rows }`, by default without duplicate
 * protection.
 */
export function calledSheet(
	path: string,
	parameters: Record<string, unknown> = {},
	settings: Partial<WorkflowNode> = {},
): WorkflowJson {
	const add = addNode({ duplicateProtection: 'off', ...parameters }, settings);
	return chainFrom(path, webhookNode(path), splitOutNode('body.rows'), add);
}

export interface KeyedRow extends SheetRow {
	order: string;
}

/** Gives each row an order number of its own. */
export const withOrders = (rows: SheetRow[], prefix: string): KeyedRow[] =>
	rows.map((row, index) => ({ ...row, order: `${prefix} ${index + 1}` }));

const CONTINUE = { onError: 'continueRegularOutput' };

/** The node that issues rows with keys, under On Error: Continue. */
export const keyedAddNode = (options: Record<string, unknown> = {}): Step =>
	addNode({ ...byKey('={{ $json.order }}'), options }, CONTINUE);

/** The same as `calledSheet`, with a protection, and under On Error: Continue. It answers with the result of each row. */
export function calledRows(
	path: string,
	names: object,
	options: Record<string, unknown> = {},
): WorkflowJson {
	const workflow = calledSheet(path, { ...names, options }, CONTINUE);
	const answer = { responseMode: 'lastNode', responseData: 'allEntries' };
	Object.assign(workflow.nodes[0].parameters, answer);
	return workflow;
}
