/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { TestBed } from '../n8n/test-bed';
import { chargedTally, difference, slowDown, tally, tallyOf } from '../sandbox/books';
import { ISSUE } from '../sandbox/routes';
import { until } from '../system/until';
import { START, chain, itemsNode } from '../workflows/build';
import type { SheetRow } from '../workflows/sheet';
import { addNode, byKey, inBatch, outcomesOf, sheetOutput } from '../workflows/sheet';

/** How long the sandbox needs for each addition, so that a kill meets requests in flight. */
const LATENCY_MS = 150;

export interface CrashMoment {
	afterRequests: number;
	delayMs: number;
	/** Whether the last of these requests is carried out and never answered. */
	hang: boolean;
}

/** Moments spread evenly over a run, every fourth during a request that is never answered. */
export function momentsOver(rows: number, count: number): CrashMoment[] {
	return Array.from({ length: count }, (_, index) => {
		const hang = index % 4 === 3;
		const requests = Math.floor(((index + 0.5) * (rows + 1)) / count);
		const delayMs = (index * 37) % (LATENCY_MS + 10);
		return { afterRequests: hang ? Math.max(1, requests) : requests, delayMs, hang };
	});
}

async function reached({ hang, afterRequests, delayMs }: CrashMoment, { sandbox }: TestBed) {
	const filter = { route: ISSUE, ...(hang && { status: 'hung' as const }) };
	const wanted = hang ? 1 : afterRequests;
	await until('the moment of the kill', async () => (await sandbox.admin.count(filter)) >= wanted);
	await delay(delayMs);
}

/** How late the list is, in seconds: longer than n8n takes to start. */
const LATE_SECONDS = 8;

const ROWS = 12;

/** How the rows of a sheet are named. Each kill meets one sheet of each. */
const NAMINGS = ['key', 'batch'] as const;
type Naming = (typeof NAMINGS)[number];

export const ROWS_AT_ONCE = ROWS * NAMINGS.length;

/** The result of a kill for one sheet: run again at once, and after Hold. */
export interface SheetCrash extends CrashMoment {
	naming: Naming;
	/** What n8n says of the first execution. */
	status: string;
	before: number;
	/** Rows that the run at once has held, and issued. */
	held: number;
	issued: number;
	/** Rows paid twice after the run at once, and in the end; rows missing in the end. */
	doublesAtOnce: number;
	doubles: number;
	missing: number;
}

export const isPaidOnce = ({ doublesAtOnce, doubles, missing }: SheetCrash): boolean =>
	doublesAtOnce === 0 && doubles === 0 && missing === 0;

/** Whether the kill came between the first addition of the sheet and its last. */
export const isInMidRun = ({ before, status }: SheetCrash): boolean =>
	before > 0 && before < ROWS && status !== 'success';

interface Sheet {
	naming: Naming;
	workflowId: string;
	/** A copy of the workflow, with the rows sorted in another way. */
	againId: string;
	charges: Array<{ customer: string; amount: number }>;
}

/** A crash whose sheet still has to be run after the hold. */
type Begun = Sheet & Omit<SheetCrash, 'doubles' | 'missing'>;

/** Kills a real n8n while sheets run. The amounts of each sheet are unique, so the books show its rows. */
export class SheetCrashes {
	private readonly begun: Begun[] = [];
	private sheets = 0;
	/** The last time, in epoch milliseconds. */
	private killedAt = 0;

	/** @param holdMs longer than n8n takes to start, or no row is held any more */
	constructor(
		private readonly e2e: TestBed,
		private readonly holdMs: number,
	) {}

	/**
	 * Runs sheets, kills n8n, starts it again, and runs the sheets again at once. Meanwhile the service carries out the
	 * requests that it got, and its list is late.
	 */
	async crashAt(moment: CrashMoment): Promise<void> {
		const { client, n8n, sandbox } = this.e2e;
		const sheets: Sheet[] = [];
		for (const naming of NAMINGS) sheets.push(await this.newSheet(naming));
		await sandbox.admin.configure({ additions: { visibleAfterSeconds: LATE_SECONDS } });
		await sandbox.admin.clearJournal();
		await slowDown(this.e2e, LATENCY_MS);
		if (moment.hang) {
			const action = { type: 'commitThenHang' } as const;
			await sandbox.admin.addFault({ route: ISSUE, nth: moment.afterRequests, action });
		}
		const started = sheets.map(async ({ workflowId }) => {
			return await client.startWorkflow(workflowId, START);
		});
		const executionIds = await Promise.all(started);
		await reached(moment, this.e2e);
		await n8n.kill();
		this.killedAt = Date.now();
		await n8n.start();
		await sandbox.admin.clearFaults();
		for (const [index, sheet] of sheets.entries()) {
			const { status } = await client.execution(executionIds[index]);
			this.begun.push({ ...moment, ...sheet, status, ...(await this.runAtOnce(sheet)) });
		}
	}

	/** Runs all sheets once more after Hold. A claim may have waited for its request as long before that. */
	async finish(): Promise<SheetCrash[]> {
		await delay(Math.max(this.holdMs, this.killedAt + 2 * this.holdMs - Date.now()));
		const results: SheetCrash[] = [];
		for (const crash of this.begun) {
			await this.run(crash.againId);
			results.push({ ...crash, ...(await this.books(crash)) });
		}
		return results;
	}

	private async newSheet(naming: Naming): Promise<Sheet> {
		const number = ++this.sheets;
		const { rows, charges } = sheetOf(number);
		const workflowId = await this.save(naming, number, rows);
		const againId = await this.save(naming, number, [...rows].reverse());
		return { naming, workflowId, againId, charges };
	}

	private async save(naming: Naming, number: number, rows: SheetRow[]): Promise<string> {
		const { client, credentialId } = this.e2e;
		// While a run may be sending a row it is held for twice the Timeout.
		const options = { concurrency: 2, hold: this.holdMs / 60_000, timeout: this.holdMs / 2_000 };
		const names = naming === 'key' ? byKey('={{ $json.order }}') : inBatch(`sheet ${number}`);
		const add = addNode({ ...names, options }, { onError: 'continueRegularOutput' });
		const workflow = chain(`Sheet ${number}`, itemsNode('Rows', rows), add);
		return (await client.importWorkflow(workflow, { credentialId })).id;
	}

	private async runAtOnce(sheet: Sheet) {
		const before = sheet.charges.length - (await this.books(sheet)).missing;
		const { unknown: held = 0, issued = 0 } = tally(await this.run(sheet.againId));
		const doublesAtOnce = (await this.books(sheet)).doubles;
		return { before, held, issued, doublesAtOnce };
	}

	private async run(workflowId: string): Promise<string[]> {
		const execution = await this.e2e.client.runWorkflow(workflowId, { triggerName: START });
		return outcomesOf(sheetOutput(execution).items.map(({ json }) => json));
	}

	private async books({ charges }: Sheet) {
		const asked = tallyOf(charges);
		const made = Object.entries(await chargedTally(this.e2e));
		return difference(asked, Object.fromEntries(made.filter(([charge]) => charge in asked)));
	}
}

/** Every customer has two equal rows, one by `_id`, one by tax ID, and a third with another amount. */
function sheetOf(number: number) {
	const rows = Array.from({ length: ROWS }, (_, index) => {
		const { _id, taxId } = DEMO_CUSTOMERS[index % 4];
		const amount = ((index < 8 ? 1000 : 1100) + number) / 100;
		const customer = index >= 4 && index < 8 ? taxId : _id;
		return { customer, amount, order: `sheet ${number}, order ${index + 1}` };
	});
	const charges = rows.map(({ amount }, index) => ({
		customer: DEMO_CUSTOMERS[index % 4]._id,
		amount,
	}));
	return { rows, charges };
}
