import { interquartileRange, median } from 'simple-statistics';
import { Tables } from '../../harness/n8n/tables';
import { ISSUE } from '../../harness/sandbox/routes';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import type { Task } from '../options';
import { figuresBy } from '../figures';
import { type Subject, startSubject } from '../n8n/subject';
import { type Service, startService } from '../processes';
import { fillLedger } from './ledger';
import { MEASURED, type Sender, sheetWorkflow } from './workflows';

/** What the GMC node lists before the first row. */
const CUSTOMERS = 1000;
/** Lets V8 compile what runs often. */
const WARM_UP: SheetTask = { service: 'warm-up', capacity: {}, rows: 300 };
const WARM_UPS = 2;
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

/** What one run of a sheet costs n8n, and what comes of it. */
interface RunCost {
	wallMs: number;
	cpuMs: number;
	longestBlockCpuMs: number;
	/** Additions that were asked for. */
	sent: number;
	/** Those whose client gave up before the answer. */
	lost: number;
	/** Rows that were not sent because of those. */
	unsent: number;
	/** At once, at most. */
	inFlight: number;
}

/** A sheet by one sender: the medians of its runs. */
export interface SheetCase extends RunCost {
	task: SheetTask;
	/** The title of the column. */
	sender: string;
	/** Of the wall times, see `spreadOf`; not a number of one run alone. */
	wallSpread: number;
	cpuSpread: number;
}

/** How far values lie apart: half of the range that the middle half of them takes, as a share of the median. */
const spreadOf = (values: number[]): number =>
	values.length < 2 ? Number.NaN : interquartileRange(values) / 2 / median(values);

/** An n8n for one sender, so that it runs on no memory or compiled code of another. */
class Contender {
	private from = 0;

	private constructor(
		private readonly sender: Sender,
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

	/** One run of a new sheet, and of the same again where the sender does that, by the titles of their columns. */
	async send(task: SheetTask): Promise<Array<[string, RunCost]>> {
		const { service, subject, sender } = this;
		await service.reset();
		// The reset has ended every session; this row logs in.
		await subject.run(await this.save({ rows: 1 }));
		await service.admin.configure({ capacity: task.capacity });
		const id = await this.save(task);
		const first = await this.run(id);
		const isSure = task.timeout === undefined;
		if (isSure && (first.sent !== task.rows || first.lost + first.unsent > 0)) {
			throw new Error(`${sender.name}: ${task.rows} rows ended ${JSON.stringify(first)}`);
		}
		if (sender.again === undefined) return [[sender.name, first]];
		return [
			[sender.name, first],
			[sender.again, await this.run(id)],
		];
	}

	async stop(): Promise<void> {
		await this.subject.n8n.stop();
	}

	private async save({ rows, timeout }: Pick<SheetTask, 'rows' | 'timeout'>): Promise<string> {
		const { service, subject, sender, customerIds, from } = this;
		this.from += rows;
		const known = { baseUrl: `${service.url}/api`, customerIds };
		const patience = timeout === undefined ? {} : { timeout };
		return await subject.save(sheetWorkflow(sender, { rows, from, ...patience }, known));
	}

	private async run(workflowId: string): Promise<RunCost> {
		const { admin } = this.service;
		await admin.clearJournal();
		const { nodes } = await this.subject.run(workflowId);
		const { wallMs, cpuMs, longestBlockCpuMs, outcomes } = nodes[MEASURED];
		const asked = await admin.journal({ route: ISSUE });
		return {
			wallMs,
			cpuMs,
			longestBlockCpuMs,
			sent: asked.length,
			// By the service's journal: what the node finds in the list afterwards was lost all the same.
			lost: asked.filter(({ isAnswered }) => isAnswered === false).length,
			unsent: outcomes.notAttempted ?? 0,
			inFlight: Math.max(0, ...asked.map(({ inFlight }) => inFlight)),
		};
	}
}

/** In turn, so that the machine's other work meets all of them. */
async function measureTask(
	contenders: Contender[],
	task: SheetTask,
	runs: number,
): Promise<SheetCase[]> {
	const costs = new Map<string, RunCost[]>();
	const isLong = new Set<Contender>();
	for (let run = 0; run < runs; run++) {
		for (const contender of contenders.filter((one) => !isLong.has(one))) {
			const found = await contender.send(task);
			for (const [sender, cost] of found) costs.set(sender, [...(costs.get(sender) ?? []), cost]);
			if (found.some(([, { wallMs }]) => wallMs > LONG_MS)) isLong.add(contender);
		}
	}
	return [...costs].map(([sender, ofSender]) => ({
		task,
		sender,
		...figuresBy(median, ofSender),
		wallSpread: spreadOf(ofSender.map(({ wallMs }) => wallMs)),
		cpuSpread: spreadOf(ofSender.map(({ cpuMs }) => cpuMs)),
	}));
}

/** Sends each sheet by each sender, so often as `runsOf` says. */
export async function measureSheets(
	senders: Sender[],
	tasks: SheetTask[],
	runsOf: (task: SheetTask) => number,
	{ say, isQuick }: Pick<Task<never>, 'say' | 'isQuick'>,
): Promise<SheetCase[]> {
	const service = await startService({ seedSize: CUSTOMERS });
	const contenders: Contender[] = [];
	try {
		for (const sender of senders) {
			contenders.push(await Contender.start(sender, service));
			say(`n8n of "${sender.name}" is up`);
		}
		await measureTask(contenders, WARM_UP, WARM_UPS);
		const cases: SheetCase[] = [];
		for (const task of tasks) {
			const found = await measureTask(contenders, task, isQuick ? 1 : runsOf(task));
			cases.push(...found);
			// A sheet that fails later takes nothing of this away.
			say(`${task.rows} rows measured, GMC takes ${task.service}: ${JSON.stringify(found)}`);
		}
		return cases;
	} finally {
		await Promise.all(contenders.map(async (contender) => await contender.stop()));
		await service.stop();
	}
}
