import { ISSUE } from '../../harness/sandbox/routes';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { middleOf, spreadOf } from '../statistics';
import { CUSTOMERS } from './cases';
import type { Options } from './options';
import type { ServiceProcess } from './service-process';
import { startService } from './service-process';
import type { ServiceCase } from './services-table';
import { type Subject, startSubject } from './subject';
import { type How, MEASURED, loginWorkflow, rowsWorkflow } from './workflows';

/** A service as GMC may be. */
interface Kind {
	service: string;
	rows: number;
	/** Seconds. */
	timeout?: number;
	capacity: NonNullable<SandboxSettingsInput['capacity']>;
}

const KINDS: Kind[] = [
	{ service: '20 ms, any number at once', rows: 1000, capacity: { workMs: 20 } },
	{ service: '100 ms, any number at once', rows: 400, capacity: { workMs: 100 } },
	{ service: '1 s, any number at once', rows: 300, capacity: { workMs: 1000 } },
	{
		service: '150 ms, one at a time, Timeout 1 s',
		rows: 60,
		timeout: 1,
		capacity: { workMs: 150, workers: 1 },
	},
	{
		service: '100 ms, four at a time, Timeout 1 s',
		rows: 200,
		timeout: 1,
		capacity: { workMs: 100, workers: 4 },
	},
];

const HTTP = 'HTTP Request';

const NODES: Array<{ node: string; concurrency?: number }> = [
	{ node: 'default' },
	{ node: '1', concurrency: 1 },
	{ node: '4', concurrency: 4 },
	{ node: '20', concurrency: 20 },
	{ node: HTTP },
];

/** A run that takes longer is not repeated. */
const LONG_MS = 30_000;

interface Run {
	wallMs: number;
	cpuMs: number;
	lost: number;
	unsent: number;
	inFlight: number;
}

interface Bed {
	service: ServiceProcess;
	gmc: Subject;
	http: Subject;
	ids: string[];
}

async function runOnce({ service, gmc, http, ids }: Bed, kind: Kind, how: How): Promise<Run> {
	const { admin } = service;
	const subject = how.baseUrl === undefined ? gmc : http;
	await service.reset();
	// The reset has ended every session; this one logs in.
	await subject.run(await subject.save(loginWorkflow(ids, { ...how, timeout: undefined })));
	await admin.configure({ capacity: kind.capacity });
	const workflowId = await subject.save(rowsWorkflow(kind.rows, ids, how));
	await admin.clearJournal();
	const { wallMs, cpuMs, outcomes } = (await subject.runAnyhow(workflowId)).nodes[MEASURED];
	const entries = await admin.journal({ route: ISSUE });
	// By the service's journal: what the node finds in the list afterwards was lost all the same.
	const lost = entries.filter(({ isAnswered }) => isAnswered === false).length;
	const inFlight = Math.max(...entries.map((entry) => entry.inFlight));
	return { wallMs, cpuMs, lost, unsent: outcomes.notAttempted ?? 0, inFlight };
}

async function measure(bed: Bed, kind: Kind, node: string, how: How, most: number) {
	const runs: Run[] = [];
	while (runs.length < most && (runs.at(-1)?.wallMs ?? 0) < LONG_MS) {
		runs.push(await runOnce(bed, kind, how));
	}
	const of = (metric: keyof Run) => runs.map((run) => run[metric]);
	const { service, rows } = kind;
	return {
		service,
		node,
		rows,
		isHttp: node === HTTP,
		isDefault: node === 'default',
		runs: runs.length,
		wallMs: middleOf(of('wallMs')),
		spread: spreadOf(of('wallMs')),
		cpuMs: middleOf(of('cpuMs')),
		cpuSpread: spreadOf(of('cpuMs')),
		lost: Math.max(...of('lost')),
		unsent: Math.max(...of('unsent')),
		inFlight: Math.max(...of('inFlight')),
	};
}

/** Measures what the node finds out by itself beside fixed numbers and the HTTP Request node. */
export async function benchServices(
	{ servicesRuns }: Options,
	say: (text: string) => void,
): Promise<ServiceCase[]> {
	const service = await startService(CUSTOMERS);
	const subjects: Subject[] = [];
	try {
		const ids = (await service.admin.customers()).map(({ _id }) => _id);
		for (let n = 0; n < 2; n++) subjects.push(await startSubject(service));
		const [gmc, http] = subjects;
		const bed = { service, gmc, http, ids };
		const goesOn = true;
		// Lets V8 compile what runs often.
		for (const how of [{ goesOn }, { goesOn, baseUrl: service.baseUrl }]) {
			for (let n = 0; n < 2; n++) await runOnce(bed, { ...KINDS[0], rows: 300 }, how);
		}
		const cases: ServiceCase[] = [];
		for (const kind of KINDS) {
			for (const { node, concurrency } of NODES) {
				const baseUrl = node === HTTP ? service.baseUrl : undefined;
				const how: How = { goesOn, concurrency, baseUrl, timeout: kind.timeout };
				cases.push(await measure(bed, kind, node, how, servicesRuns));
				const { wallMs, inFlight } = cases.at(-1)!;
				say(`${kind.service}, ${node}: ${(wallMs / 1000).toFixed(1)} s, ${inFlight} in flight`);
			}
		}
		return cases;
	} finally {
		await Promise.all(subjects.map(async ({ n8n }) => await n8n.stop()));
		await service.stop();
	}
}
