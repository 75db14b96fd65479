import { median } from 'simple-statistics';
import { Tables } from '../harness/n8n/tables';
import { ISSUE } from '../harness/sandbox/routes';
import type { SandboxSettingsInput } from '../sandbox/settings';
import { type Subject, startSubject } from './n8n/subject';
import { type Service, startService } from './processes';
import { fillLedger } from './ledger';
import { type Sender, sheetWorkflow } from './workflows';

/** What the GMC node lists before the first row. */
const CUSTOMERS = 1000;
/** So that V8 has compiled what runs often. */
const WARM_UP: SheetTask = { service: 'warm-up', capacity: {}, rows: 300 };
const WARM_UPS = 2;
/** The cost of a sheet is the median of this many runs. */
const RUNS = 3;
/** Other work on the machine disturbs quick runs most. */
const RUNS_OF_ONE_ROW = 15;
/** A run that takes longer is not repeated. */
const LONG_MS = 30_000;

/** A sheet, and the service that it meets. */
export interface SheetTask {
	/** How GMC takes its additions, in words. */
	service: string;
	capacity: NonNullable<SandboxSettingsInput['capacity']>;
	rows: number;
	/** Seconds that a request may take. */
	timeout?: number;
}

/** The cost of one run of a sheet, or the medians of several. */
export interface RunCost {
	wallMs: number;
	cpuMs: number;
	sent: number;
	/** Those whose client gave up before the answer. */
	lost: number;
	/** Rows that were not sent because of those. */
	unsent: number;
	/** The most at once. */
	inFlight: number;
}

/** What a sheet costs, by the names of the senders. */
export interface SheetFound {
	task: SheetTask;
	costs: Record<string, RunCost>;
}

const costOf = (runs: RunCost[]): RunCost => {
	const metrics = Object.keys(runs[0]) as Array<keyof RunCost>;
	const middles = metrics.map((metric) => [metric, median(runs.map((run) => run[metric]))]);
	return Object.fromEntries(middles) as RunCost;
};

/** An n8n for one sender, so that it runs on no memory or compiled code of another. */
class Contender {
	private constructor(
		readonly sender: Sender,
		private readonly service: Service,
		private readonly subject: Subject,
		private readonly customerIds: string[],
	) {}

	static async start(sender: Sender, service: Service): Promise<Contender> {
		const customerIds = (await service.admin.customers()).map(({ _id }) => _id);
		const subject = await startSubject(service);
		if (sender.ledgerRows !== undefined) {
			await fillLedger(await Tables.of(subject.client), sender.ledgerRows);
		}
		return new Contender(sender, service, subject, customerIds);
	}

	async send(task: SheetTask): Promise<RunCost> {
		const { admin, reset } = this.service;
		await reset();
		const workflowId = await this.save(task);
		// The reset has ended every session, so a row logs in. A single row comes from a workflow that has run before.
		await this.subject.run(task.rows === 1 ? workflowId : await this.save({ rows: 1 }));
		await admin.configure({ capacity: task.capacity });
		await admin.clearJournal();
		const found = await this.subject.run(workflowId);
		const asked = await admin.journal({ route: ISSUE });
		const cost: RunCost = {
			...found,
			sent: asked.length,
			// By the journal: an answer that the node later finds in the list was lost, too.
			lost: asked.filter(({ isAnswered }) => isAnswered === false).length,
			inFlight: Math.max(0, ...asked.map(({ inFlight }) => inFlight)),
		};
		const isSure = task.timeout === undefined;
		if (isSure && (cost.sent !== task.rows || cost.lost + cost.unsent > 0)) {
			throw new Error(`${this.sender.name}: ${task.rows} rows ended ${JSON.stringify(cost)}`);
		}
		return cost;
	}

	async stop(): Promise<void> {
		await this.subject.stop();
	}

	/** @returns the id of the workflow that sends the sheet */
	private async save(sheet: Pick<SheetTask, 'rows' | 'timeout'>): Promise<string> {
		const { service, subject, sender, customerIds } = this;
		const known = { baseUrl: `${service.url}/api`, customerIds };
		return await subject.save(sheetWorkflow(sender, sheet, known));
	}
}

/** In turn, so that other work on the machine disturbs all of them. */
async function measureSheet(contenders: Contender[], task: SheetTask, times: number) {
	const runs = new Map(contenders.map((contender) => [contender, [] as RunCost[]]));
	for (let time = 0; time < times; time++) {
		for (const [contender, done] of runs) {
			if (done.some(({ wallMs }) => wallMs > LONG_MS)) continue;
			done.push(await contender.send(task));
		}
	}
	const costs = [...runs].map(([{ sender }, done]) => [sender.name, costOf(done)]);
	return { task, costs: Object.fromEntries(costs) };
}

const runsOf = ({ rows }: SheetTask) => (rows === 1 ? RUNS_OF_ONE_ROW : RUNS);

/** Sends each sheet by each sender several times, or once where it has to be quick. */
export async function measureSheets(
	senders: Sender[],
	tasks: SheetTask[],
	{ say, isQuick }: { isQuick: boolean; say: (text: string) => void },
): Promise<SheetFound[]> {
	const service = await startService({ seedSize: CUSTOMERS });
	const contenders: Contender[] = [];
	try {
		for (const sender of senders) {
			contenders.push(await Contender.start(sender, service));
			say(`n8n of "${sender.name}" is up`);
		}
		await measureSheet(contenders, WARM_UP, WARM_UPS);
		const found: SheetFound[] = [];
		for (const task of tasks) {
			const sheet = await measureSheet(contenders, task, isQuick ? 1 : runsOf(task));
			found.push(sheet);
			say(`${task.rows} rows measured, GMC takes ${task.service}: ${JSON.stringify(sheet.costs)}`);
		}
		return found;
	} finally {
		await Promise.all(contenders.map(async (contender) => await contender.stop()));
		await service.stop();
	}
}
