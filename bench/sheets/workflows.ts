import type { WorkflowJson } from '../../harness/n8n/types';
import { type Step, chain, codeNode, gmcNode, locator } from '../../harness/workflows/build';
import { byKey } from '../../harness/workflows/sheet';

/** The node whose cost is measured. */
export const MEASURED = 'Measured';

/** What fails becomes an item, and ends nothing. */
const GOES_ON = { onError: 'continueRegularOutput' } as const;

/** Who sends the rows. */
export interface Sender {
	/** In the title of its column. */
	name: string;
	/** n8n's HTTP Request node with the same requests, all at once. */
	isHttp?: boolean;
	/** So many additions at once; left out: the node finds out. */
	concurrency?: number;
	hasKeys?: boolean;
	/** Rows that the ledger has before. */
	ledgerRows?: number;
	/** The sheet is run again, in a column of this title. */
	again?: string;
}

/** Seconds that a request may take; left out: as it is by default. */
interface Patience {
	timeout?: number;
}

/** Balance: Add of a row; everything else is as it is by default. */
export const addNode = (more: Record<string, unknown> = {}): Step =>
	gmcNode(MEASURED, {
		resource: 'balance',
		operation: 'add',
		currency: 'BRL',
		customer: locator('id', '={{ $json.customer }}'),
		amount: '={{ $json.amount }}',
		options: {},
		...more,
	});

/** n8n's HTTP Request node with the same request: batching off, one expression a row. */
function requestNode(baseUrl: string, { timeout }: Patience): Step {
	return {
		name: MEASURED,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${baseUrl}/transactions/add-balance`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'gmcApi',
			sendBody: true,
			specifyBody: 'json',
			options: timeout ? { timeout: timeout * 1000 } : {},
			jsonBody:
				"={{ { customerIdentifier: $json.customer, amount: $json.amount, currency: 'BRL' } }}",
		},
		credentials: { gmcApi: { id: null, name: 'GMC' } },
	};
}

function nodeOf(
	{ isHttp, concurrency, hasKeys }: Sender,
	baseUrl: string,
	patience: Patience,
): Step {
	if (isHttp) return requestNode(baseUrl, patience);
	return addNode({
		options: { ...patience, ...(concurrency && { concurrency }) },
		...(hasKeys && byKey("={{ 'row-' + $json.amount }}")),
	});
}

/** A Code node that makes the rows itself: in its text they would make the workflow large. */
function rowsNode(rows: number, customerIds: string[], fields: string): Step {
	return codeNode(
		'Rows',
		`const ids = ${JSON.stringify(customerIds)};
return Array.from({ length: ${rows} }, (_, i) => ({ json: { customer: ids[i % ids.length], ${fields} } }));`,
	);
}

/** A sheet for the customers in turn. */
export interface Sheet extends Patience {
	rows: number;
	/** Rows of the sheets before: none of this one is to equal one of them. */
	from: number;
}

/** The workflow that sends a sheet. */
export function sheetWorkflow(
	sender: Sender,
	{ rows, from, ...patience }: Sheet,
	{ baseUrl, customerIds }: { baseUrl: string; customerIds: string[] },
): WorkflowJson {
	const node = { ...nodeOf(sender, baseUrl, patience), ...GOES_ON };
	const made = rowsNode(rows, customerIds, `amount: (${from} + i + 1) / 100`);
	return chain(`${rows} rows from ${from} on`, made, node);
}
