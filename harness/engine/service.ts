import type { IDataObject, INodeParameters, Workflow } from 'n8n-workflow';
import { runOptions } from '../../nodes/Gmc/actions/balance/add/runOptions';
import { delays } from '../../nodes/Gmc/core/pace/delays';
import { forgetProcess } from '../../nodes/Gmc/core/util/processMemory';
import { COLUMNS, toWorkflowRow } from '../../nodes/Gmc/ledger/columns';
import type { User } from '../../sandbox/model';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { charges } from '../sandbox/books';
import { Faults } from '../sandbox/faults';
import { endPassedTime } from '../system/time';
import { type Loop, runLoop } from './agent';
import { DataTables, entriesIn, type Table } from './dataTables';
import { type GmcNodeSetup, type GmcRun, retryGmc, startGmc, toGmcRun } from './engine';
import { project, retryWorkflow, startWorkflow } from './parts';
import { StoredCredential } from './storedCredential';

/** The ledger where an option names no other one. */
const LEDGER = runOptions.ledgerTable.ifAbsent;

export { ISSUE, LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN } from '../sandbox/routes';

/** Options under which a row is issued even if it equals an earlier one. */
export const OFF = { duplicateProtection: 'off' };
export const RECENT = { duplicateProtection: 'recent' };
/** The column `key` has the key. */
export const KEY = { duplicateProtection: 'key' };
export const BATCH = { duplicateProtection: 'batch', batchName: '2026-11' };
export const PROTECTIONS: IDataObject[] = [RECENT, OFF, KEY, BATCH];

type Setup = Partial<GmcNodeSetup>;

/** A sandbox for the tests of a file, reset before each, and its credential. */
export class Service extends Faults {
	sandbox!: RunningSandbox;
	credential!: StoredCredential;

	/** Registers the life cycle with jest. */
	static forThisFile(): Service {
		const service = new Service();
		beforeAll(async () => await service.start());
		beforeEach(async () => await service.restart());
		afterEach(() => {
			endPassedTime();
			jest.restoreAllMocks();
		});
		afterAll(async () => await service.sandbox.close());
		return service;
	}

	async start(): Promise<void> {
		Object.assign(delays, {
			retryBaseMs: 2,
			otherLoginMs: 3,
			completionLookMs: 100,
			reconcileDelaysMs: [1, 2, 5],
			claimPauseMs: 0.5,
		});
		this.sandbox = await startSandbox();
	}

	get admin() {
		return this.sandbox.admin;
	}

	async restart(settings: SandboxSettingsInput = {}): Promise<void> {
		await this.admin.reset({ settings });
		forgetProcess();
		project.tables = new DataTables();
		project.tables.make(LEDGER, COLUMNS);
		this.ledger = [];
		await this.useCredential();
	}

	async listLate(visibleAfterSeconds: number): Promise<void> {
		await this.restart({ additions: { visibleAfterSeconds } });
	}

	/** The credential of the demo user, with these fields changed. */
	async useCredential(changes: IDataObject = {}): Promise<void> {
		const data = { ...(await this.admin.credential()), ...changes };
		this.credential = new StoredCredential(data as unknown as StoredCredential['data']);
	}

	/** The same GMC under another address, as when a Base URL is corrected. */
	async useOtherAddress(): Promise<void> {
		await this.useCredential({ baseUrl: this.sandbox.baseUrl.replace('127.0.0.1', 'localhost') });
	}

	/** The credential of another of the seeded users. */
	async useAccount(user: User): Promise<void> {
		const { email, senha, clientKey, clientSecret, allowedOrigins } = user;
		const [origin] = allowedOrigins;
		await this.useCredential({ email, senha, clientKey, clientSecret, origin });
	}

	async run(setup: GmcNodeSetup): Promise<GmcRun> {
		return toGmcRun(await startGmc(this.credential, setup));
	}

	/** Runs `balance: add` with columns `customer`, `amount` and `currency` in the rows. */
	async add(rows: IDataObject[], options: IDataObject = {}, setup: Setup = {}): Promise<GmcRun> {
		const parameters = addParameters(options, setup.parameters);
		return await this.run({ ...setup, parameters, rows });
	}

	/** The same under On Error: Continue. */
	async addOn(rows: IDataObject[], options: IDataObject = {}, setup: Setup = {}): Promise<GmcRun> {
		return await this.add(rows, options, { ...CONTINUE, ...setup });
	}

	/** Runs `balance: get` for one id, which comes from the row. */
	async getAddition(additionId: unknown): Promise<GmcRun> {
		return await this.run({
			parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' },
			rows: [{ id: additionId as string }],
		});
	}

	/** Runs `balance: getMany`, for all additions unless the parameters say otherwise. */
	async getAdditions(parameters: object = {}): Promise<GmcRun> {
		return await this.run({
			parameters: { resource: 'balance', operation: 'getMany', returnAll: true, ...parameters },
		});
	}

	/** "Retry execution" of a failed `add`. */
	async retry(failed: GmcRun, options: IDataObject = {}, setup: Setup = {}): Promise<GmcRun> {
		const parameters = addParameters(options, setup.parameters);
		return await retryGmc(this.credential, { ...setup, parameters }, failed);
	}

	/** The same under On Error: Continue. */
	async retryOn(failed: GmcRun, options: IDataObject = {}, setup: Setup = {}): Promise<GmcRun> {
		return await this.retry(failed, options, { ...CONTINUE, ...setup });
	}

	/** Runs a workflow, and tells of one of its nodes. */
	async runWorkflow(workflow: Workflow, name?: string): Promise<GmcRun> {
		return toGmcRun(await startWorkflow(workflow, this.credential), -1, name);
	}

	/** "Retry execution" of it, with the workflow as it is now. @param failed the node that failed */
	async retryOf({ run }: GmcRun, workflow: Workflow, failed?: string): Promise<GmcRun> {
		return toGmcRun(await retryWorkflow(workflow, this.credential, run.data, { failed }));
	}

	/** Runs `add` in a loop over its error output. @returns a result for each pass, in order */
	async loop(
		rows: IDataObject[],
		options: IDataObject,
		loop: Loop,
		setup: Setup = {},
	): Promise<GmcRun[]> {
		const parameters = addParameters(options, setup.parameters);
		return await runLoop(this.credential, { ...setup, parameters, rows }, loop);
	}

	/** The entries of the ledger, without the rows of workflows. */
	get ledger() {
		return this.ledgerOf(LEDGER);
	}

	/** The workflow of the tests has used it before. */
	set ledger(entries: Table['rows']) {
		const place = { account: '', workflow: 'test', workflowId: 'test', timeZone: 'UTC' };
		const row = toWorkflowRow({ ...place, ledger: LEDGER }, 0);
		this.tables.named(LEDGER).rows = [{ ...row, id: 0 }, ...entries];
	}

	ledgerOf(table: string) {
		return entriesIn(this.tables.named(table).rows);
	}

	/** Every call of a Data Table fails from now on; without an error, none does. */
	breakTables(message?: string): void {
		this.tables.before = () => {
			if (message !== undefined) throw new Error(message);
		};
	}

	/** How many additions were made through the API. */
	async paid(): Promise<number> {
		return (await charges(this)).length;
	}

	/** The Data Tables of runs that are not given others. */
	get tables(): DataTables {
		return project.tables;
	}

	/** How often a customer was charged an amount, by the sandbox's own books. */
	async charged(customerIdentifier: string, amount?: number): Promise<number> {
		return (await this.admin.charges({ customerIdentifier, amount })).count;
	}

	/** How often an endpoint, such as `POST /customers`, was asked. */
	async asked(route: string): Promise<number> {
		return await this.admin.count({ route });
	}
}

const CONTINUE = { onError: 'continueRegularOutput' } as const;

/**
 * Parameters of `balance: add`, each taken from the row's column of that name.
 *
 * @param given options, and the protection with its batch, which are fields of their own; where `more` has a key, that protects
 */
export function addParameters(
	given: IDataObject = {},
	more: INodeParameters = {},
): INodeParameters {
	const byDefault = more.idempotencyKey ? 'key' : 'recent';
	const { duplicateProtection = byDefault, batchName, ...options } = given;
	const protection = { duplicateProtection, ...(batchName !== undefined && { batchName }) };
	return {
		...(protection as INodeParameters),
		resource: 'balance',
		operation: 'add',
		customer: { __rl: true, mode: 'taxId', value: '={{ $json.customer }}' },
		amount: '={{ $json.amount }}',
		currency: '={{ $json.currency ?? "BRL" }}',
		options: options as INodeParameters,
		...(duplicateProtection === 'key' && { idempotencyKey: '={{ $json.key }}' }),
		...more,
	};
}

export function outcomeOf(item: { json: IDataObject }): unknown {
	const { _gmc, details } = item.json as {
		_gmc?: { outcome: string };
		details?: { outcome: string };
	};
	return (_gmc ?? details)?.outcome;
}

export const outcomes = ({ items }: GmcRun): unknown[] => items.map(outcomeOf);

export const [ana, bruno, carla] = DEMO_CUSTOMERS;

/** A row of `balance: add` for Ana, with a key. */
export const row = (amount: number, more: IDataObject = {}): IDataObject => ({
	customer: ana.taxId,
	amount,
	key: `k${amount}`,
	...more,
});
