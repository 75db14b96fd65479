import type { IDataObject } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { DataTables } from './dataTables';
import type { GmcNodeSetup, GmcRun } from './engine';
import type { Service } from './service';
import { outcomeOf } from './service';

const KEY = { idempotencyKey: '={{ $json.key }}' };

/** A service for rows with keys, and the Data Tables of the n8n that pays them: new ones for each test. */
export class KeyedService {
	tables = new DataTables();

	constructor(private readonly service: Service) {}

	/** Registers the life cycle with jest. */
	static forThisFile(service: Service): KeyedService {
		const keyed = new KeyedService(service);
		beforeEach(() => {
			keyed.tables = new DataTables();
		});
		return keyed;
	}

	/** Runs rows with the columns `customer`, `amount` and `key`. */
	async add(
		rows: IDataObject[],
		options: IDataObject = {},
		setup: Partial<GmcNodeSetup> = {},
	): Promise<GmcRun> {
		return await this.service.add(rows, options, this.setupOf(setup));
	}

	/** "Retry execution" of a failed one. */
	async retry(
		failed: GmcRun,
		options: IDataObject = {},
		setup: Partial<GmcNodeSetup> = {},
	): Promise<GmcRun> {
		return await this.service.retry(failed, options, this.setupOf(setup));
	}

	private setupOf(setup: Partial<GmcNodeSetup>): Partial<GmcNodeSetup> {
		return {
			onError: 'continueRegularOutput',
			executeWorkflow: this.tables.executeWorkflow,
			...setup,
			parameters: { ...KEY, ...setup.parameters },
		};
	}
}

/** A row for a customer of the demo. */
export const keyedRow = (
	key: unknown,
	amount: unknown = 10,
	customer = DEMO_CUSTOMERS[0].taxId,
): IDataObject => ({ key, amount, customer }) as IDataObject;

export const outcomes = ({ items }: GmcRun): unknown[] => items.map(outcomeOf);

export const detailsOf = ({ items }: GmcRun, index = 0): IDataObject =>
	items[index].json.details as IDataObject;
