import { cpfOf } from '../../sandbox/rules/tax-id';
import { chain, gmcNode, itemsNode, locator } from '../../harness/workflows/build';
import { CREATE_CUSTOMER, LIST_CUSTOMERS, UPDATE_CUSTOMER } from '../../harness/sandbox/routes';
import type { Aim } from '../aim';
import { requestsOf, requestsText } from './requests';
import type { ServiceProcess } from './service-process';
import { startService } from './service-process';
import { type Subject, startSubject } from './subject';
import { megabytes, millis } from '../figures';
import { plainTable } from '../../harness/system/table';
import type { Requests } from './types';
import { MEASURED } from './workflows';

const LISTED = 100_000;
const CHANGED = 100;
const CREATED = 100;
const MAX_SEARCH_MS = 300;
const UPSERT_ROWS = [1000, 10_000];
/** As a user would type it; the first, empty, is the opening of the list. */
const TYPED = [
	'',
	'c',
	'cl',
	'cli',
	'cliente',
	'cliente 9',
	'cliente 99',
	'cliente 99999',
	'123.4',
];

/** One run of Customer: Create or Update. */
interface Upsert {
	rows: number;
	wallMs: number;
	cpuMs: number;
	longestBlockCpuMs: number;
	peakBytes: number;
	keptBytes: number;
	requests: Requests;
}

/** One search of the picker, as the editor waits for it, and the CPU of n8n's process. */
interface Search {
	typed: string;
	ms: number;
	cpuMs: number;
}

/** What customers cost where there are many of them. */
export interface CustomerCosts {
	listed: number;
	upserts: Upsert[];
	/** The first one loads the list. */
	searches: Search[];
}

/** Rows of a CRM: the first customers of the service, some of them renamed, and some that it lacks. */
function crmRows(count: number): Array<Record<string, string>> {
	return Array.from({ length: count }, (_, index) => {
		const isNew = index >= count - CREATED;
		const number = (isNew ? LISTED : 0) + index + 1;
		const name = `Cliente ${number}${index < CHANGED ? ' Ltda' : ''}`;
		const email = `cliente${number}@example.com`;
		return { taxId: cpfOf(String(number).padStart(9, '0')), name, email };
	});
}

async function upsert(service: ServiceProcess, subject: Subject, rows: number): Promise<Upsert> {
	const parameters = {
		resource: 'customer',
		operation: 'upsert',
		options: {},
		taxId: '={{ $json.taxId }}',
		name: '={{ $json.name }}',
		email: '={{ $json.email }}',
	};
	const workflow = chain('Upsert', itemsNode('CRM', crmRows(rows)), gmcNode(MEASURED, parameters));
	const id = await subject.save(workflow);
	await service.reset();
	// What n8n needed for its start only is let go of with the first execution.
	await subject.run(await subject.save(chain('Warm-up', itemsNode('CRM', crmRows(CREATED)))));
	const before = await subject.probe.memory();
	const { nodes, after } = await subject.run(id);
	const { wallMs, cpuMs, longestBlockCpuMs, peakRssBytes } = nodes[MEASURED];
	return {
		rows,
		wallMs,
		cpuMs,
		longestBlockCpuMs,
		peakBytes: peakRssBytes - before.rss,
		keptBytes: after.heapUsed + after.external - before.heapUsed - before.external,
		requests: await requestsOf(service.admin),
	};
}

/** What the editor asks n8n for when the user types into the customer field. */
async function search(subject: Subject, typed: string): Promise<Search> {
	const { client, credentialId, probe } = subject;
	const cpuBefore = await probe.cpuTime();
	const startedAt = performance.now();
	await client.rest('POST', '/dynamic-node-parameters/resource-locator-results', {
		path: 'parameters.customer',
		methodName: 'searchCustomers',
		...(typed !== '' && { filter: typed }),
		nodeTypeAndVersion: { name: 'n8n-nodes-gmc.gmc', version: 1 },
		currentNodeParameters: {
			resource: 'balance',
			operation: 'add',
			customer: locator('list', ''),
		},
		credentials: { gmcApi: { id: credentialId, name: 'GMC' } },
	});
	const ms = performance.now() - startedAt;
	return { typed, ms, cpuMs: (await probe.cpuTime()) - cpuBefore };
}

/** Measures both against a service with 100,000 customers. */
export async function benchCustomers(say: (text: string) => void): Promise<CustomerCosts> {
	const service = await startService(LISTED);
	try {
		const searches = await withSubject(service, async (subject) => {
			const found: Search[] = [];
			for (const typed of TYPED) found.push(await search(subject, typed));
			return found;
		});
		say('the customer picker measured');
		const upserts: Upsert[] = [];
		for (const rows of UPSERT_ROWS) {
			// Memory that another run has left would hide what this one takes.
			const run = async (subject: Subject) => await upsert(service, subject, rows);
			upserts.push(await withSubject(service, run));
			say(`Create or Update of ${rows} rows measured`);
		}
		return { listed: LISTED, upserts, searches };
	} finally {
		await service.stop();
	}
}

async function withSubject<T>(
	service: ServiceProcess,
	use: (subject: Subject) => Promise<T>,
): Promise<T> {
	const subject = await startSubject(service);
	return await use(subject).finally(async () => await subject.n8n.stop());
}

/** Two tables: the upserts, the searches. */
export function customerTables({ upserts, searches }: CustomerCosts): string {
	const head = ['Create or Update', 'Wall', 'CPU', 'Longest block, its CPU', 'Peak memory', 'Kept'];
	const rows = upserts.map(({ rows: count, requests, ...cost }) => [
		`${count} rows, ${LISTED} customers`,
		millis(cost.wallMs),
		millis(cost.cpuMs),
		millis(cost.longestBlockCpuMs),
		megabytes(cost.peakBytes),
		megabytes(cost.keptBytes),
		requestsText(requests),
	]);
	const typed = searches.map(({ typed: text, ms, cpuMs }) => [
		text || '(first load)',
		millis(ms),
		millis(cpuMs),
	]);
	return [
		plainTable([...head, 'Requests'], rows),
		plainTable([`Picker, ${LISTED} customers`, 'Answer', 'CPU'], typed),
	].join('\n');
}

/** Requests for the changes only; quick letters. */
export function customerAims({ upserts, searches }: CustomerCosts): Aim[] {
	const expected = `${CHANGED} updated, ${CREATED} created, one list`;
	const slowest = Math.max(...searches.slice(1).map(({ ms }) => ms));
	const isSpare = ({ requests }: Upsert) =>
		requests[CREATE_CUSTOMER] === CREATED &&
		requests[UPDATE_CUSTOMER] === CHANGED &&
		// One more where the first has found no token.
		requests[LIST_CUSTOMERS] <= 2;
	return [
		{
			aim: `Create or Update asks for the changes only: ${expected} (and once more after a 401)`,
			found: upserts.map(({ requests }) => requestsText(requests)).join('; '),
			isMet: upserts.every(isSpare),
		},
		{
			aim: `Picker: an answer within ${MAX_SEARCH_MS} ms after the first load`,
			found: millis(slowest),
			isMet: slowest < MAX_SEARCH_MS,
		},
	];
}
