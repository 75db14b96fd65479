import { chain, gmcNode, locator } from '../../harness/workflows/build';
import type { WorkflowJson } from '../../harness/n8n/types';

/** The node whose cost is measured. */
export const MEASURED = 'Measured';

type Step = Parameters<typeof chain>[1];

const GOES_ON = { onError: 'continueRegularOutput' } as const;

/**
 * A Code node that makes the rows itself: in its text they would make the workflow large.
 * @param from rows of other sheets, of which none of these is to equal one
 */
export function rowsNode(rows: number, customerIds: string[], from = 0): Step {
	const jsCode = `const ids = ${JSON.stringify(customerIds)};
return Array.from({ length: ${rows} }, (_, i) => ({
	json: { customer: ids[i % ids.length], amount: (${from} + i + 1) / 100 },
}));`;
	return { name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** What does the rows: the HTTP Request node where there is a Base URL. */
export interface How {
	baseUrl?: string;
	/** So many additions at once; left out: the node finds out. */
	concurrency?: number;
	/** Seconds, of a request; left out: as it is by default. */
	timeout?: number;
	/** A row that fails becomes an item, and ends nothing. */
	goesOn?: boolean;
}

/** Balance: Add, everything else as it is by default. */
function addNode({ concurrency, timeout, goesOn }: How): Step {
	const parameters = {
		resource: 'balance',
		operation: 'add',
		currency: 'BRL',
		customer: locator('id', '={{ $json.customer }}'),
		amount: '={{ $json.amount }}',
		options: { ...(concurrency && { concurrency }), ...(timeout && { timeout }) },
	};
	return { ...gmcNode(MEASURED, parameters), ...(goesOn && GOES_ON) };
}

/** n8n's HTTP Request node with the same request: batching off, one expression a row. */
export function requestNode({ baseUrl, timeout, goesOn }: How): Step {
	return {
		...(goesOn && GOES_ON),
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

/** So many rows, each for the next of the customers, none equal to another, and what is done with them. */
export function rowsWorkflow(
	rows: number,
	customerIds: string[],
	how: How,
	from?: number,
): WorkflowJson {
	const measured = how.baseUrl === undefined ? addNode(how) : requestNode(how);
	return chain(`${rows} rows`, rowsNode(rows, customerIds, from), measured);
}

/** A row that equals none of the others: it logs in before they are measured. */
export function loginWorkflow(customerIds: string[], how: How): WorkflowJson {
	return rowsWorkflow(1, customerIds, how, 1_000_000);
}

/**
 * Rows whose amounts no other execution has, so that the books tell them apart; as customers they are all one,
 * with a name that is new each time.
 */
export function numberedRowsNode(rows: number, customerIds: string[], taxId: string): Step {
	const jsCode = `const ids = ${JSON.stringify(customerIds)};
return Array.from({ length: ${rows} }, (_, i) => ({
	json: {
		customer: ids[i % ids.length],
		amount: Number($execution.id) * 100 + i + 1,
		taxId: '${taxId}',
		name: 'Cliente ' + $execution.id,
	},
}));`;
	return { name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}
