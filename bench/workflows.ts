import type { WorkflowJson } from '../harness/n8n/types';
import { type Step, chain, codeNode, httpRequestNode } from '../harness/workflows/build';
import { ADD, addNode, byKey } from '../harness/workflows/sheet';

export const MEASURED = ADD;

export interface Sender {
	name: string;
	/** n8n's HTTP Request node with the same requests, all at once. */
	isHttp?: boolean;
	/** Additions at once. Left out: the node decides. */
	concurrency?: number;
	hasKeys?: boolean;
	/** Rows that the ledger has before. */
	ledgerRows?: number;
}

/** A sheet for the customers in turn. No row equals one of an earlier run. */
export interface Sheet {
	rows: number;
	/** Seconds that a request may take; left out: as it is by default. */
	timeout?: number;
}

/** n8n's HTTP Request node with the same request: batching off, one expression a row. */
function requestNode(baseUrl: string, timeout?: number): Step {
	const node = httpRequestNode(MEASURED, `${baseUrl}/transactions/add-balance`, {});
	const options = timeout === undefined ? {} : { timeout: timeout * 1000 };
	const jsonBody =
		"={{ { customerIdentifier: $json.customer, amount: $json.amount, currency: 'BRL' } }}";
	return { ...node, parameters: { ...node.parameters, options, jsonBody } };
}

function nodeOf({ isHttp, concurrency, hasKeys }: Sender, baseUrl: string, timeout?: number): Step {
	if (isHttp) return requestNode(baseUrl, timeout);
	const options = { ...(timeout && { timeout }), ...(concurrency && { concurrency }) };
	return addNode({ options, ...(hasKeys && byKey("={{ 'row-' + $json.amount }}")) });
}

/** A Code node that computes the rows: as text they would make the workflow large. A run takes more ms than rows. */
const rowsNode = ({ rows }: Sheet, customerIds: string[]): Step =>
	codeNode(
		'Rows',
		`const ids = ${JSON.stringify(customerIds)};
const from = Date.now() % 1e9;
return Array.from({ length: ${rows} }, (_, i) => ({
	json: { customer: ids[i % ids.length], amount: (from + i + 1) / 100 },
}));`,
	);

/** The workflow that sends a sheet, under On Error: Continue. */
export function sheetWorkflow(
	sender: Sender,
	sheet: Sheet,
	{ baseUrl, customerIds }: { baseUrl: string; customerIds: string[] },
): WorkflowJson {
	const node = nodeOf(sender, baseUrl, sheet.timeout);
	return chain(`${sheet.rows} rows`, rowsNode(sheet, customerIds), {
		...node,
		onError: 'continueRegularOutput',
	});
}
