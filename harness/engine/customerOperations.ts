import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { forgetProcess } from '../../nodes/Gmc/core/util/processMemory';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { FaultAction } from '../../sandbox/state/faults';
import { type Tally, tally } from '../sandbox/books';
import type { GmcNodeSetup, GmcRun } from './engine';
import { Service } from './service';

export {
	CREATE_CUSTOMER as CREATE,
	DELETE_CUSTOMER as DELETE,
	LIST_CUSTOMERS as LIST,
	UPDATE_CUSTOMER as UPDATE,
} from '../sandbox/routes';

/** Copies, so that they can be given out as rows. */
export const [ana, bruno, , diego, elisa] = DEMO_CUSTOMERS.map((one) => ({ ...one }));
/** A person who is not a customer yet. */
export const maria = {
	taxId: '123.456.789-09',
	name: 'Maria Teste',
	email: 'maria@example.com',
};

export type CustomerOperation = 'create' | 'upsert' | 'get' | 'getAll' | 'update' | 'delete';

const wholeCustomer = {
	taxId: '={{ $json.taxId }}',
	name: '={{ $json.name }}',
	email: '={{ $json.email }}',
};
const customer = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

/** Each operation with its fields taken from the columns `id`, `taxId`, `name` and `email` of the row. */
const fieldsFromRow: Record<CustomerOperation, INodeParameters> = {
	create: wholeCustomer,
	upsert: wholeCustomer,
	get: { customer },
	getAll: { returnAll: true },
	update: { customer, updateFields: { name: '={{ $json.name }}' } },
	delete: { customer },
};

const parametersOf = (operation: CustomerOperation, more: INodeParameters = {}) => ({
	resource: 'customer',
	operation,
	...fieldsFromRow[operation],
	...more,
});

/** A row that every operation accepts: Diego, with a new name. */
export const diegoRenamed = { id: diego._id, ...diego, name: 'Diego Novo' };

export class Customers {
	private constructor(readonly service: Service) {}

	static forThisFile(): Customers {
		return new Customers(Service.forThisFile());
	}

	get admin() {
		return this.service.admin;
	}

	/** Runs an operation; `parameters` replace those that come from the row. */
	async run(
		operation: CustomerOperation,
		rows: IDataObject[],
		parameters: INodeParameters = {},
		setup: Partial<GmcNodeSetup> = {},
	): Promise<GmcRun> {
		const all = parametersOf(operation, parameters);
		return await this.service.run({ ...setup, parameters: all, rows });
	}

	/** The same under On Error: Continue. */
	async runOn(operation: CustomerOperation, rows: IDataObject[]): Promise<IDataObject[]> {
		const { items } = await this.run(operation, rows, {}, { onError: 'continueRegularOutput' });
		return items.map(({ json }) => json);
	}

	async fault(route: string, action: FaultAction, times?: number): Promise<void> {
		await this.admin.addFault({ route, action, times });
	}

	/** How often each endpoint was asked; the login aside. */
	async asked(): Promise<Tally> {
		const routes = (await this.admin.journal()).map(({ route }) => route);
		return tally(routes.filter((route) => !/login/.test(route)));
	}

	async stored(id: string) {
		return (await this.admin.customers()).find(({ _id }) => _id === id);
	}

	/** Customers with exactly this tax ID that are not deleted. */
	async activeWith(taxId: string) {
		return (await this.admin.customers()).filter((one) => one.taxId === taxId && !one.deleted);
	}

	async plant(seedSize: number): Promise<void> {
		await this.admin.reset({ seed: 'large', settings: { customers: { seedSize } } });
		forgetProcess();
	}
}

/** The body of an error as the service writes it. */
export const errorBody = (statusCode: number) => ({
	statusCode,
	path: '/customers',
	code: `CODE_${statusCode}`,
	message: `the service says ${statusCode}`,
});

/** A fault that answers with a status and the body that goes with it. */
export const answer = (status: number): FaultAction => ({
	type: 'status',
	status,
	body: errorBody(status),
});

/** What Create or Update did, row by row. */
export const actionsOf = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json._gmc as IDataObject | undefined)?.action);
