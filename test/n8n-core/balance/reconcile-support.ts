import type { IDataObject } from 'n8n-workflow';
import type { DataTables } from '../../../harness/engine/dataTables';
import type { GmcNodeSetup, GmcRun } from '../../../harness/engine/engine';
import type { Service } from '../../../harness/engine/service';
import { addParameters, LIST_ADDITIONS } from '../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// Runs `balance: reconcile`, and pays, with the columns `customer`, `amount`, `currency`, `key` and `batch` of the rows.

const [ana] = DEMO_CUSTOMERS;

export const sheetRow = (amount: unknown, more: IDataObject = {}): IDataObject =>
	({ customer: ana.taxId, amount, ...more }) as IDataObject;

export async function reconcileWith(
	service: Service,
	tables: DataTables,
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
	parameters: GmcNodeSetup['parameters'] = {},
): Promise<GmcRun> {
	return await service.run({
		executeWorkflow: tables.executeWorkflow,
		rows,
		...setup,
		parameters: {
			resource: 'balance',
			operation: 'reconcile',
			customer: { __rl: true, mode: 'taxId', value: '={{ $json.customer }}' },
			amount: '={{ $json.amount }}',
			currency: '={{ $json.currency ?? "BRL" }}',
			idempotencyKey: '={{ $json.key }}',
			batchName: '={{ $json.batch }}',
			simplify: true,
			...parameters,
			options: options as GmcNodeSetup['parameters'],
		},
	});
}

/** Pays rows under what the first one has in `key` or `batch`, else under Recent. */
export async function payWith(
	service: Service,
	{ executeWorkflow }: DataTables,
	rows: IDataObject[],
	options: IDataObject = {},
): Promise<GmcRun> {
	const [{ key, batch }] = rows;
	const parameters = key
		? addParameters(options, { idempotencyKey: '={{ $json.key }}' })
		: addParameters({
				...options,
				...(batch && { duplicateProtection: 'batch', batchName: batch }),
			});
	return await service.run({ onError: 'continueRegularOutput', rows, executeWorkflow, parameters });
}

/** Has GMC answer with this addition alone: to a list, or where it is asked for one by its ID. */
export async function answerWith(service: Service, route: string, given: object): Promise<void> {
	const addition = { status: 'COMPLETED', createdAt: Date.now(), ...given };
	const isList = route === LIST_ADDITIONS;
	const counts = isList ? { recordsFiltered: 1, recordsTotal: 1 } : {};
	const body = { balanceTransaction: isList ? [addition] : addition, ...counts };
	await service.fault({ type: 'json', status: 200, body }, { route });
}

export const told = ({ items }: GmcRun): IDataObject[] => items.map(({ json }) => json);

export const found = (run: GmcRun): unknown[] => told(run).map((record) => record.found);
