import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { WorkflowJson } from '../n8n/types';
import { type Step, chainFrom } from '../workflows/build';
import { type SheetRow, addNode } from '../workflows/sheet';

/** Rows for all customers of the demo in turn; every fourth row is the one before it once more. */
export function rowsOf(count: number): SheetRow[] {
	return Array.from({ length: count }, (_, index) => {
		const first = index % 4 === 3 ? index - 1 : index;
		const { _id } = DEMO_CUSTOMERS[first % DEMO_CUSTOMERS.length];
		return { customer: _id, amount: (100 + first) / 100 };
	});
}

/** Starts a workflow at a call of `/webhook/<path>`, which is answered at once. */
export function webhookNode(path: string): Step {
	const type = 'n8n-nodes-base.webhook';
	return { name: 'Webhook', type, typeVersion: 2, parameters: { path, httpMethod: 'POST' } };
}

/** One item per element of a list in the input. */
export function splitOutNode(field: string): Step {
	const parameters = { fieldToSplitOut: field, options: {} };
	return { name: 'Rows', type: 'n8n-nodes-base.splitOut', parameters };
}

/** A workflow that issues the rows it is called with: POST `/webhook/<path>` `{ rows }`. */
export function calledSheet(path: string, options: Record<string, unknown> = {}): WorkflowJson {
	return chainFrom(path, webhookNode(path), splitOutNode('body.rows'), addNode({ options }));
}
