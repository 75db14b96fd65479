import { Tables } from '../../harness/keys/tables';
import { ISSUE } from '../../harness/sandbox/routes';
import { chain, gmcNode, locator } from '../../harness/workflows/build';
import type { WorkflowJson } from '../../harness/n8n/types';
import { byKey } from '../../harness/workflows/sheet';
import { type ServiceProcess, startService } from '../rows/service-process';
import { type Subject, startSubject } from '../rows/subject';
import { MEASURED, requestNode, rowsNode } from '../rows/workflows';
import { LEDGER } from './ledger';

const CUSTOMERS = 1_000;
/** Runs before the measured one, for V8 to compile what runs often. */
const WARM_UPS = 2;
const WARM_UP_ROWS = 300;

/** Who sends the rows of a sheet. */
const WAYS = ['with keys', 'without keys', 'HTTP Request'] as const;
export type Way = (typeof WAYS)[number];

/** One run of a sheet. */
export interface SheetCost {
	way: Way | 'with keys, again';
	rows: number;
	/** Additions that were asked for. */
	sent: number;
	wallMs: number;
	cpuMs: number;
	longestBlockCpuMs: number;
	/** Of the ledger after it, where there is one. */
	ledgerBytes?: number;
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
		...(way === 'with keys' && byKey(`={{ '${name}-' + $json.amount }}`)),
	});
	const measured = way === 'HTTP Request' ? requestNode(known) : add;
	return chain(name, rowsNode(rows, known.customerIds, from), measured);
}

interface Known {
	baseUrl: string;
	customerIds: string[];
}

async function measure(
	service: ServiceProcess,
	subject: Subject,
	workflowId: string,
): Promise<Omit<SheetCost, 'way' | 'rows'>> {
	await service.admin.clearJournal();
	const { nodes } = await subject.run(workflowId);
	const { wallMs, cpuMs, longestBlockCpuMs } = nodes[MEASURED];
	const sent = await service.admin.count({ route: ISSUE });
	return { wallMs, cpuMs, longestBlockCpuMs, sent };
}

async function measureWay(
	service: ServiceProcess,
	way: Way,
	sizes: number[],
	profiles?: string,
): Promise<SheetCost[]> {
	const customerIds = (await service.admin.customers()).map(({ _id }) => _id);
	const known = { baseUrl: service.baseUrl, customerIds };
	const subject = await startSubject(service, profiles);
	let from = 0;
	const save = async (rows: number) => {
		const name = `Rows from ${from} on`;
		const id = await subject.save(sheet(way, { name, rows, from }, known));
		from += rows;
		return id;
	};
	try {
		for (let n = 0; n < WARM_UPS; n++) await subject.run(await save(WARM_UP_ROWS));
		const costs: SheetCost[] = [];
		for (const rows of sizes) {
			const id = await save(rows);
			costs.push({ way, rows, ...(await measure(service, subject, id)) });
			if (way !== 'with keys') continue;
			const again = await measure(service, subject, id);
			const tables = await Tables.of(subject.client);
			const ledgerBytes = await tables.size((await tables.named(LEDGER))!.id);
			costs.push({ way: 'with keys, again', rows, ...again, ledgerBytes });
		}
		return costs;
	} finally {
		await subject.n8n.stop();
	}
}

/** Measures sheets of these sizes in all ways, each in an n8n of its own. */
export async function benchSheets(
	sizes: number[],
	say: (text: string) => void,
	profiles?: string,
): Promise<SheetCost[]> {
	const service = await startService(CUSTOMERS);
	try {
		const costs: SheetCost[] = [];
		for (const way of WAYS) {
			await service.reset();
			const found = await measureWay(service, way, sizes, profiles);
			costs.push(...found);
			// A way that fails later takes nothing of this away.
			say(`sheets ${way} measured: ${JSON.stringify(found)}`);
		}
		return costs;
	} finally {
		await service.stop();
	}
}
