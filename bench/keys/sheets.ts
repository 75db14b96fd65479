import { Tables } from '../../harness/n8n/tables';
import { ISSUE } from '../../harness/sandbox/routes';
import { chain, gmcNode, locator } from '../../harness/workflows/build';
import type { WorkflowJson } from '../../harness/n8n/types';
import { byKey } from '../../harness/workflows/sheet';
import { type ServiceProcess, startService } from '../rows/service-process';
import { type Subject, startSubject } from '../rows/subject';
import { MEASURED, requestNode, rowsNode } from '../rows/workflows';
import { figuresBy, middleOf } from '../statistics';
import { fillLedger } from './ledger';

const CUSTOMERS = 1_000;
/** Runs before the measured one, for V8 to compile what runs often. */
const WARM_UPS = 2;
const WARM_UP_ROWS = 300;

const LEDGER_ROWS = 20_000;
/** What a run costs is the middle of several where one alone says little: so many rows in all. */
const ROWS_OF_A_FIGURE = 600;
const MAX_RUNS = 15;

/** Who sends the rows of a sheet. */
const WAYS = ['with keys', 'with keys, full ledger', 'without keys', 'HTTP Request'] as const;
export type Way = (typeof WAYS)[number];

/** A sheet to measure. */
export interface SheetTask {
	rows: number;
	/** Milliseconds that the service takes for an addition, however many there are at once. */
	latencyMs: number;
}

/** What one run of a sheet costs: the middle of several. */
export interface SheetCost extends SheetTask {
	way: Way | 'with keys, again';
	/** Additions that were asked for. */
	sent: number;
	wallMs: number;
	cpuMs: number;
	longestBlockCpuMs: number;
}

interface Sheet {
	name: string;
	rows: number;
	/** Rows of the sheets before: an equal one would be refused as the same top-up sent twice. */
	from: number;
}

function sheet(way: Way, { name, rows, from }: Sheet, known: Known): WorkflowJson {
	const add = gmcNode(MEASURED, {
		resource: 'balance',
		operation: 'add',
		currency: 'BRL',
		options: {},
		customer: locator('id', '={{ $json.customer }}'),
		amount: '={{ $json.amount }}',
		...(hasKeys(way) && byKey(`={{ '${name}-' + $json.amount }}`)),
	});
	const measured = way === 'HTTP Request' ? requestNode(known) : add;
	return chain(name, rowsNode(rows, known.customerIds, from), measured);
}

const hasKeys = (way: Way) => way.startsWith('with keys');

interface Known {
	baseUrl: string;
	customerIds: string[];
}

type RunCost = Omit<SheetCost, 'way' | keyof SheetTask>;

/** The same n8n for every sheet of one way. */
class Sender {
	private from = 0;

	private constructor(
		private readonly way: Way,
		private readonly service: ServiceProcess,
		private readonly subject: Subject,
		private readonly known: Known,
	) {}

	static async start(way: Way, service: ServiceProcess, profiles?: string): Promise<Sender> {
		const customerIds = (await service.admin.customers()).map(({ _id }) => _id);
		const subject = await startSubject(service, profiles);
		if (way === 'with keys, full ledger') {
			await fillLedger(await Tables.of(subject.client), LEDGER_ROWS);
		}
		const sender = new Sender(way, service, subject, { baseUrl: service.baseUrl, customerIds });
		for (let n = 0; n < WARM_UPS; n++) await subject.run(await sender.save(WARM_UP_ROWS));
		return sender;
	}

	/** @returns the cost of the sheet, and with keys also that of the same sheet again */
	async costs(task: SheetTask): Promise<SheetCost[]> {
		const { way, service } = this;
		const { rows, latencyMs: ms } = task;
		if (ms > 0) await service.admin.addFault({ route: ISSUE, action: { type: 'latency', ms } });
		const runs = Math.min(MAX_RUNS, Math.ceil(ROWS_OF_A_FIGURE / rows));
		const first: RunCost[] = [];
		const again: RunCost[] = [];
		for (let n = 0; n < runs; n++) {
			const id = await this.save(rows);
			first.push(await this.run(id));
			if (way === 'with keys') again.push(await this.run(id));
		}
		await service.admin.clearFaults();
		const cost = { way, ...task, ...middle(first) };
		if (way !== 'with keys') return [cost];
		return [cost, { way: 'with keys, again', ...task, ...middle(again) }];
	}

	async stop(): Promise<void> {
		await this.subject.n8n.stop();
	}

	private async save(rows: number): Promise<string> {
		const name = `Rows from ${this.from} on`;
		const id = await this.subject.save(
			sheet(this.way, { name, rows, from: this.from }, this.known),
		);
		this.from += rows;
		return id;
	}

	private async run(workflowId: string): Promise<RunCost> {
		await this.service.admin.clearJournal();
		const { nodes } = await this.subject.run(workflowId);
		const { wallMs, cpuMs, longestBlockCpuMs } = nodes[MEASURED];
		const sent = await this.service.admin.count({ route: ISSUE });
		return { wallMs, cpuMs, longestBlockCpuMs, sent };
	}
}

const METRICS = ['wallMs', 'cpuMs', 'longestBlockCpuMs', 'sent'] as const;
const middle = (costs: RunCost[]): RunCost => figuresBy(METRICS, middleOf, costs);

/** Measures the sheets in all ways, each in an n8n of its own. */
export async function benchSheets(
	tasks: SheetTask[],
	say: (text: string) => void,
	profiles?: string,
): Promise<SheetCost[]> {
	const service = await startService(CUSTOMERS);
	const costs: SheetCost[] = [];
	try {
		for (const way of WAYS) {
			await service.reset();
			const sender = await Sender.start(way, service, profiles);
			try {
				for (const task of tasks) {
					const found = await sender.costs(task);
					costs.push(...found);
					// A sheet that fails later takes nothing of this away.
					say(`sheets ${way} measured: ${JSON.stringify(found)}`);
				}
			} finally {
				await sender.stop();
			}
		}
		return costs;
	} finally {
		await service.stop();
	}
}
