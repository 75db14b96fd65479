/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type GmcNodeSetup, PolledTrigger } from '../harness/engine/engine';
import { addParameters, Service } from '../harness/engine/service';
import { LIST_ADDITIONS, LIST_CUSTOMERS } from '../harness/sandbox/routes';
import { longestHold } from '../harness/system/holds';
import { step } from '../harness/system/progress';
import type { Steps } from '../harness/system/steps';
import { countSteps, sumOf } from '../harness/system/steps';
import { plainTable } from '../harness/system/table';
import { forgetProcess } from '../nodes/Gmc/core/util/processMemory';

/** So many customers are enough: the sandbox looks through all of them for each top-up. */
const CUSTOMERS = 200;

interface Case {
	name: string;
	/** Makes the world that the measured run finds. */
	prepare?: (bench: Bench, rows: IDataObject[]) => Promise<unknown>;
	rowsOf?: (at: number, ids: string[]) => IDataObject;
	parameters?: IDataObject;
	options?: IDataObject;
	/** Parameters of a trigger, which polls instead of a run: GMC has listed as many top-ups as there would be rows. */
	trigger?: INodeParameters;
}

const differing = (at: number, ids: string[]): IDataObject => ({
	customer: ids[at % ids.length],
	amount: at + 1,
	key: `key ${at}`,
});
const equal = (at: number, ids: string[]) => ({
	...differing(at, ids),
	customer: ids[0],
	amount: 10,
});
const ofOneAmount = (at: number, ids: string[]) => ({ ...differing(at, ids), amount: 10 });

const KEY = { duplicateProtection: 'key' };
const BATCH = { duplicateProtection: 'batch', batchName: '2026-11' };
const RECENT = { duplicateProtection: 'recent' };
const RECONCILE = {
	resource: 'balance',
	operation: 'reconcile',
	idempotencyKey: '={{ $json.key }}',
};

const pay = (options: IDataObject) => async (bench: Bench, rows: IDataObject[]) =>
	await bench.run({ name: '', options }, rows);
const masked = { additions: { echoCustomerIdentifier: 'masked' as const } };
const zoneless = { timestamps: { createdAtFormat: 'yyyyMMddHHmmss' as const } };

const CASES: Case[] = [
	...[RECENT, KEY, BATCH].flatMap((options): Case[] => [
		{ name: `${options.duplicateProtection}: new rows`, options },
		{ name: `${options.duplicateProtection}: the sheet again`, options, prepare: pay(options) },
		{ name: `${options.duplicateProtection}: equal rows`, options, rowsOf: equal },
	]),
	{
		name: 'batch: again, customers not listed',
		options: BATCH,
		prepare: async (bench, rows) => {
			await pay(BATCH)(bench, rows);
			await bench.service.refuse({ route: LIST_CUSTOMERS }, 500);
		},
	},
	{
		name: 'recent: the list is refused',
		options: RECENT,
		prepare: async ({ service }) => await service.refuse({ route: LIST_ADDITIONS }, 400),
	},
	{
		name: 'recent: all refused',
		options: RECENT,
		prepare: async ({ service }) => await service.refuse(),
	},
	{
		name: 'key: customers unknown',
		options: KEY,
		rowsOf: (at) => ({ ...differing(at, ['nobody']) }),
	},
	{
		name: 'recent: masked, one amount, no zone',
		options: RECENT,
		rowsOf: ofOneAmount,
		prepare: async ({ service }) => await service.admin.configure({ ...masked, ...zoneless }),
	},
	{ name: 'Reconcile: keys', parameters: RECONCILE, prepare: pay(KEY) },
	{
		name: 'Reconcile: equal rows, other keys',
		parameters: RECONCILE,
		rowsOf: equal,
		prepare: pay(RECENT),
	},
	{
		name: 'Reconcile: masked, no zone',
		parameters: RECONCILE,
		prepare: async (bench, rows) => {
			await pay(RECENT)(bench, rows);
			await bench.service.admin.configure({ ...masked, ...zoneless });
		},
	},
	{
		name: 'Get Many',
		parameters: { resource: 'balance', operation: 'getMany', returnAll: true },
		prepare: pay(RECENT),
	},
	{ name: 'Trigger: a poll', trigger: {} },
	{ name: 'Trigger: a poll that reports all', trigger: { options: { emitExisting: true } } },
];

interface Measured {
	cpuMs: number;
	heldMs: number;
}

/** For counting steps, so many times fewer rows are enough: to count takes time, and steps are not measured in time. */
const FEWER = 10;

/** The nodes in n8n's own engine, with a sandbox and Data Tables in this process. */
class Bench {
	readonly service = new Service();

	private ids: string[] = [];

	async measure(one: Case, count: number): Promise<Measured> {
		const rows = await this.prepare(one, count);
		const before = process.cpuUsage();
		const heldMs = await longestHold(async () => await this.run(one, rows));
		const { user, system } = process.cpuUsage(before);
		return { cpuMs: (user + system) / 1000, heldMs };
	}

	async stepsOf(one: Case, count: number): Promise<Steps> {
		const rows = await this.prepare(one, count);
		return await countSteps(async () => await this.run(one, rows));
	}

	private async prepare(one: Case, count: number): Promise<IDataObject[]> {
		await this.service.restart({ customers: { seedSize: CUSTOMERS } });
		const additions = { seedSize: one.trigger === undefined ? 0 : count };
		const settings = { customers: { seedSize: CUSTOMERS }, additions };
		await this.service.admin.reset({ seed: 'large', settings });
		this.ids = (await this.service.admin.customers()).map(({ _id }) => _id);
		const rowOf = one.rowsOf ?? differing;
		const rows = Array.from({ length: count }, (_, at) => rowOf(at, this.ids));
		await one.prepare?.(this, rows);
		forgetProcess();
		return rows;
	}

	async run({ parameters, options, trigger }: Case, rows: IDataObject[]): Promise<void> {
		if (trigger !== undefined) return await this.poll(trigger);
		const all = addParameters(options, parameters as GmcNodeSetup['parameters']);
		const isOneItem = parameters?.operation === 'getMany';
		const setup = { parameters: all, onError: 'continueRegularOutput' } as const;
		await this.service.run({ ...setup, rows: isOneItem ? [{}] : rows });
	}

	/** Polls twice: the first poll of a workflow is silent, or reports all. */
	private async poll(parameters: INodeParameters): Promise<void> {
		const event = { event: 'additionCompleted', options: {}, ...parameters };
		const trigger = new PolledTrigger(this.service.credential, event);
		await trigger.poll();
		await trigger.poll();
	}
}

/** The function whose calls have grown most, of those that matter. */
function worstOf(few: Steps, many: Steps): string {
	const grown = [...many]
		.filter(([, count]) => count > sumOf(many) / 1000)
		.map(([name, count]): [string, number] => [name, count / (few.get(name) ?? 1)]);
	const [name, times] = grown.reduce((one, other) => (other[1] > one[1] ? other : one));
	return `${name} × ${times.toFixed(1)}`;
}

/** Runs every case with so many rows, and with four times as many. @returns lines of a table */
async function linesOf(rows: number): Promise<string[][]> {
	const bench = new Bench();
	await bench.service.start();
	const lines: string[][] = [];
	try {
		await bench.measure(CASES[0], rows);
		for (const one of CASES) {
			await step(one.name, async () => {
				const counted = Math.ceil(rows / FEWER);
				const [few, many] = [
					await bench.stepsOf(one, counted),
					await bench.stepsOf(one, 4 * counted),
				];
				const [short, long] = [await bench.measure(one, rows), await bench.measure(one, 4 * rows)];
				const [steps, cpu] = [sumOf(many) / sumOf(few), long.cpuMs / short.cpuMs];
				const told = [steps.toFixed(2), cpu.toFixed(2), `${long.heldMs.toFixed(0)} ms`];
				lines.push([one.name, ...told, worstOf(few, many)]);
			});
		}
	} finally {
		await bench.service.sandbox.close();
	}
	return lines;
}

const HEAD = ['Case', 'Steps × 4', 'CPU × 4', 'Longest hold', 'Grows most'];

/** Prints how steps and CPU grow with the rows, and how long the nodes held n8n. CPU includes the sandbox and the stand-in of Data Tables. */
export async function measureGrowth(rows: number): Promise<void> {
	process.stdout.write(`${plainTable(HEAD, await linesOf(rows))}\n`);
}
