import { randomUUID } from 'node:crypto';
import { claimOf } from '../harness/engine/claims';
import type { Tables } from '../harness/n8n/tables';
import type { WorkflowJson } from '../harness/n8n/types';
import { type Step, chain, codeNode, httpRequestNode, locator } from '../harness/workflows/build';
import { ADD, addNode, byKey } from '../harness/workflows/sheet';
import { chargeRefOf, keySet } from '../nodes/Gmc/core/ledger/refs';
import { COLUMNS, toTableRow } from '../nodes/Gmc/ledger/columns';

/** What sends a sheet: the GMC node, or n8n's HTTP Request node. */
export interface Sender {
	name: string;
	/** n8n's HTTP Request node with the same requests, all at once. */
	isHttp?: boolean;
	hasKeys?: boolean;
	/** The package, if not that of this checkout. */
	tarball?: string;
	/** Its columns, the key among them, are found by their headings. */
	isMapped?: boolean;
	/** Rows that the ledger has before. */
	ledgerRows?: number;
}

/** The node that is measured. The HTTP Request node has batching off, and one expression a row. @param row where its fields are */
export function nodeOf({ isHttp, hasKeys }: Sender, baseUrl: string, row = '$json'): Step {
	const customer = locator('id', `={{ ${row}.customer }}`);
	const key = hasKeys ? byKey(`={{ 'row-' + ${row}.amount }}`) : {};
	if (!isHttp) return addNode({ customer, amount: `={{ ${row}.amount }}`, ...key });
	const body = `{ customerIdentifier: ${row}.customer, amount: ${row}.amount, currency: 'BRL' }`;
	return postNode(`${baseUrl}/transactions/add-balance`, body);
}

/** n8n's HTTP Request node, which posts a body for each row. @param body as an expression says it */
export function postNode(url: string, body: string): Step {
	const node = httpRequestNode(ADD, url, {});
	return { ...node, parameters: { ...node.parameters, jsonBody: `={{ ${body} }}` } };
}

export const BY_HEADINGS = { dataMode: 'autoMapInputData', duplicateProtection: 'key' };

/** Saving the data of an execution would cost more than many a node. */
export const UNSAVED = {
	saveManualExecutions: false,
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
};

/** The workflow that sends a sheet for these customers in turn. No row equals one of an earlier run. */
export function sheetWorkflow(
	sender: Sender,
	rows: number,
	{ baseUrl, customerIds }: { baseUrl: string; customerIds: string[] },
): WorkflowJson {
	const step = sender.isMapped ? addNode(BY_HEADINGS) : nodeOf(sender, baseUrl);
	const node = { ...step, onError: 'continueRegularOutput' };
	// A run takes more milliseconds than it has rows.
	const sheet = rowsNode(rows, customerIds, 'Date.now() % 1e9');
	return { ...chain(`${rows} rows`, sheet, node), settings: UNSAVED };
}

/**
 * Makes the rows of a sheet: as text, they would make the workflow large.
 *
 * @param from the number of the first one, as code. Rows of one number are equal
 */
export function rowsNode(rows: number, customerIds: string[], from: string): Step {
	const code = `const ids = ${JSON.stringify(customerIds)};
const from = ${from};
return Array.from({ length: ${rows} }, (_, i) => ({
	json: { id: 'row-' + (from + i), customer: ids[i % ids.length], amount: (from + i + 1) / 100 },
}));`;
	return codeNode('Rows', code);
}

/** The Data Table that the node makes. */
const LEDGER = 'GMC top-ups';
const PLACE = { account: 'bench', ledger: LEDGER, workflow: 'Bench', timeZone: 'UTC' };
const VALUE = { amount: 10, currency: 'BRL' };

const FILLED_AT_ONCE = 500;

/** A row as the node writes it, paid long ago. */
function paidRow(number: number) {
	const key = `paid-${number}`;
	const additionId = randomUUID().replaceAll('-', '').slice(0, 24);
	const paid = claimOf(keySet(key), {
		claim: randomUUID(),
		outcome: 'issued',
		askedAt: Date.now(),
		additionId,
		chargeRef: chargeRefOf(additionId, VALUE),
		charge: { ...VALUE, identifiers: [additionId] },
		label: { key, customerName: `Cliente ${number}`, executionId: '1' },
	});
	return toTableRow(paid, PLACE);
}

export async function fillLedger(tables: Tables, count: number): Promise<void> {
	const id = await tables.create(LEDGER, COLUMNS);
	const rows = Array.from({ length: count }, (_, number) => paidRow(number));
	while (rows.length > 0) await tables.insert(id, rows.splice(0, FILLED_AT_ONCE));
}
