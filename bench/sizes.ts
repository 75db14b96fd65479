import { step } from '../harness/system/progress';
import type { Step } from '../harness/workflows/build';
import {
	chain,
	codeNode,
	gmcNode,
	httpRequestNode,
	itemsNode,
	locator,
} from '../harness/workflows/build';
import { ADD, addNode } from '../harness/workflows/sheet';
import { cpfOf } from '../sandbox/rules/identifiers';
import { type Contender, CUSTOMERS, megabytes, type Probed } from './contender';
import { BY_HEADINGS, nodeOf, postNode, rowsNode, type Sender, UNSAVED } from './sheets';

const ROWS = 5_000;
const NEW_CUSTOMERS = 2_000;
const LISTED = 50_000;
const MANY_CUSTOMERS = 100_000;

/** A sandbox, as the workflows need it. */
interface Place {
	baseUrl: string;
	/** Of the first customers. */
	ids: string[];
}

/** Something that people do with many rows, and how they would do it without this package. */
interface Job {
	name: string;
	customers: number;
	additions?: number;
	/** The same workflow and sandbox as of the job before. */
	goesOn?: boolean;
	gmc: (place: Place) => Step[];
	http: (place: Place) => Step[];
}

const sheet = ({ ids }: Place) => rowsNode(ROWS, ids, '0');
const contacts = itemsNode(
	'Rows',
	Array.from({ length: NEW_CUSTOMERS }, (_, at) => ({
		tax_id: cpfOf(String(200_000_000 + at)),
		name: `Contato ${at}`,
		email: `contato${at}@example.com`,
	})),
);

const get = ({ baseUrl }: Place, route: string) => httpRequestNode(ADD, baseUrl + route);
const ofBalance = (operation: string, more: object) =>
	gmcNode(ADD, { resource: 'balance', operation, ...more });
const HTTP: Sender = { name: 'HTTP Request', isHttp: true };
const payPlainly = (place: Place) => [sheet(place), nodeOf(HTTP, place.baseUrl)];
const CONTACT = '{ taxId: $json.tax_id, name: $json.name, email: $json.email }';
const list = (place: Place) => [get(place, '/transactions/add-balance/all')];
const pay = (place: Place) => [sheet(place), addNode(BY_HEADINGS)];

const JOBS: Job[] = [
	{ name: `${ROWS} rows with keys`, customers: CUSTOMERS, gmc: pay, http: payPlainly },
	{ name: 'The same sheet again', customers: CUSTOMERS, goesOn: true, gmc: pay, http: payPlainly },
	{
		name: 'Reconcile the sheet',
		customers: CUSTOMERS,
		goesOn: true,
		gmc: (place) => [sheet(place), ofBalance('reconcile', { dataMode: 'autoMapInputData' })],
		http: list,
	},
	{
		name: `Get Many of ${LISTED}`,
		customers: CUSTOMERS,
		additions: LISTED,
		gmc: () => [ofBalance('getMany', { returnAll: true })],
		http: list,
	},
	{
		name: `${NEW_CUSTOMERS} new customers`,
		customers: CUSTOMERS,
		gmc: () => [
			contacts,
			gmcNode(ADD, { resource: 'customer', operation: 'upsert', dataMode: 'autoMapInputData' }),
		],
		http: ({ baseUrl }) => [contacts, postNode(`${baseUrl}/customers`, CONTACT)],
	},
	{
		name: `One top-up, ${MANY_CUSTOMERS} customers`,
		customers: MANY_CUSTOMERS,
		gmc: ({ ids }) => [addNode({ customer: locator('id', ids[0]), amount: 10 })],
		http: (place) => [get(place, '/customers/all')],
	},
];

/** What a job has taken. */
interface Taken extends Probed {
	/** CPU of its own, in milliseconds. */
	ownMs: number;
}

class Side {
	private id?: string;

	constructor(
		private readonly contender: Contender,
		private readonly stepsOf: (job: Job) => (place: Place) => Step[],
	) {}

	async do(job: Job): Promise<Taken> {
		const { sandbox } = this.contender.bed;
		const { customers, additions = 0, goesOn } = job;
		if (!goesOn) {
			const settings = { customers: { seedSize: customers }, additions: { seedSize: additions } };
			await sandbox.admin.reset({ seed: 'large', settings });
		}
		const ids = (await sandbox.admin.customers()).slice(0, CUSTOMERS).map(({ _id }) => _id);
		const before = await this.run([codeNode('Nothing', 'return [];')]);
		const taken = await this.run(this.stepsOf(job)({ baseUrl: sandbox.baseUrl, ids }));
		return { ...taken, ownMs: taken.cpuMs - before.cpuMs };
	}

	private async run(steps: Step[]): Promise<Probed> {
		const { client, credentialId } = this.contender.bed;
		const workflow = { ...chain('Job', ...steps), settings: UNSAVED };
		if (this.id === undefined)
			this.id = (await client.importWorkflow(workflow, { credentialId })).id;
		else await client.replaceNodes(this.id, workflow, credentialId);
		return await this.contender.probed(this.id);
	}
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

function cellOf({ wallMs, ownMs, silentMs, rss }: Taken, http: Taken): string {
	const ratio = (ownMs / http.ownMs).toFixed(2);
	return `${seconds(wallMs[ADD])}; ${seconds(ownMs)} (× ${ratio}); ${Math.round(silentMs)} ms; ${megabytes(rss)}`;
}

export const SIZES_HEAD = ['', 'GMC', 'HTTP Request'];

/** Does each job once, with the GMC node and with the HTTP Request node. @returns lines of a table */
export async function linesOfSizes(contenders: Contender[]): Promise<string[][]> {
	const sides = [
		new Side(contenders[0], ({ gmc }) => gmc),
		new Side(contenders[1], ({ http }) => http),
	];
	const lines: string[][] = [];
	for (const job of JOBS) {
		const taken: Taken[] = [];
		for (const side of sides) await step(job.name, async () => taken.push(await side.do(job)));
		lines.push([job.name, ...taken.map((one) => cellOf(one, taken[1]))]);
	}
	return lines;
}
