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

const CONTINUE = { onError: 'continueRegularOutput' };

/**
 * A workflow that issues the rows of a call, POST `/webhook/<path>` `{ rows }`, by default without duplicate protection
 * and under On Error: Continue. It answers with the result of each row.
 */
export function calledSheet(
	path: string,
	parameters: Record<string, unknown> = {},
	settings: Partial<WorkflowNode> = CONTINUE,
): WorkflowJson {
	const webhook = webhookNode(path);
	Object.assign(webhook.parameters, { responseMode: 'lastNode', responseData: 'allEntries' });
	const split = { fieldToSplitOut: 'body.rows', options: {} };
	const rows = { name: 'Rows', type: 'n8n-nodes-base.splitOut', parameters: split };
	const add = addNode({ duplicateProtection: 'off', ...parameters }, settings);
	return chainFrom(path, webhook, rows, add);
}

/** Gives each row an order number of its own. */
export const withOrders = (rows: SheetRow[], prefix: string) =>
	rows.map((row, index) => ({ ...row, order: `${prefix} ${index + 1}` }));

/** The node that issues rows with keys, under On Error: Continue. */
export const keyedAddNode = (options: Record<string, unknown> = {}): Step =>
	addNode({ ...byKey('={{ $json.order }}'), options }, CONTINUE);
