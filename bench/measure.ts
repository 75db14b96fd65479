import { median } from 'simple-statistics';
import { Contender, type RunCost, type SheetTask } from './contender';
import { startService } from './processes';
import type { Sender } from './workflows';

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
