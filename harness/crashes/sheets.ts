/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { TestBed } from '../n8n/test-bed';
import { chargedTally, difference, slowDown, tallyOf } from '../sandbox/books';
import { ISSUE } from '../sandbox/routes';
import { until } from '../system/until';
import { START, chain, itemsNode } from '../workflows/build';
import { type SheetRow, addNode, byKey, inBatch } from '../workflows/sheet';

/** How long the sandbox needs for each addition, so that a kill meets requests in flight. */
const LATENCY_MS = 150;

export interface CrashMoment {
	afterRequests: number;
	delayMs: number;
	/** Whether the last of these requests is carried out and never answered. */
	hang: boolean;
}

/** How the rows of a sheet are named. Each kill meets one sheet of each. */
const NAMINGS = ['key', 'batch'] as const;
type Naming = (typeof NAMINGS)[number];

const ROWS = 12;

/** Moments spread evenly over a run, every fourth during a request that is never answered. */
export function momentsOver(count: number): CrashMoment[] {
	return Array.from({ length: count }, (_, index) => {
		const hang = index % 4 === 3;
		const requests = Math.floor(((index + 0.5) * (ROWS * NAMINGS.length + 1)) / count);
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

/** A sheet in which n8n was killed. */
interface Crash extends CrashMoment {
	/** Its number, from 1. */
	kill: number;
	naming: Naming;
	/** Of the workflow, and of a copy with the rows sorted in another way. */
	id: string;
	againId: string;
	charges: Array<{ customer: string; amount: number }>;
	/** Whether the kill came between the first addition of the sheet and its last. */
	isInMidRun: boolean;
	/** Rows paid twice after the run at once. */
	doublesAtOnce: number;
}

/** Kills a real n8n while sheets run. The amounts of each sheet are unique, so the books show its rows. */
export class SheetCrashes {
	private readonly begun: Crash[] = [];
	private sheets = 0;
	private kills = 0;
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
		const sheets = [];
		for (const naming of NAMINGS) sheets.push({ naming, ...(await this.newSheet(naming)) });
		await sandbox.admin.configure({ additions: { visibleAfterSeconds: LATE_SECONDS } });
		await sandbox.admin.clearJournal();
		await slowDown(this.e2e, LATENCY_MS);
		if (moment.hang) {
			const action = { type: 'commitThenHang' } as const;
			await sandbox.admin.addFault({ route: ISSUE, nth: moment.afterRequests, action });
		}
		const started = sheets.map(async ({ id }) => await client.startWorkflow(id, START));
		const executionIds = await Promise.all(started);
		await reached(moment, this.e2e);
		await n8n.kill();
		this.killedAt = Date.now();
		const kill = ++this.kills;
		await n8n.start();
		await sandbox.admin.clearFaults();
		for (const [index, sheet] of sheets.entries()) {
			const { status } = await client.execution(executionIds[index]);
			const { missing } = await this.books(sheet);
			const isInMidRun = missing > 0 && missing < ROWS && status !== 'success';
			await this.run(sheet.againId);
			const doublesAtOnce = (await this.books(sheet)).doubles;
			this.begun.push({ ...moment, ...sheet, kill, isInMidRun, doublesAtOnce });
		}
	}

	/**
	 * Runs all sheets once more after Hold. A claim may have waited for its request as long before that.
	 *
	 * @returns for each sheet the rows that are paid twice or missing in the end, too
	 */
	async finish(): Promise<Array<Crash & { doubles: number; missing: number }>> {
		await delay(Math.max(this.holdMs, this.killedAt + 2 * this.holdMs - Date.now()));
		const results = [];
		for (const crash of this.begun) {
			await this.run(crash.againId);
			results.push({ ...crash, ...(await this.books(crash)) });
		}
		return results;
	}

	/** Every customer has two equal rows, one by `_id`, one by tax ID, and a third with another amount. */
	private async newSheet(naming: Naming) {
		const number = ++this.sheets;
		const all = Array.from({ length: ROWS }, (_, index) => {
			const { _id, taxId } = DEMO_CUSTOMERS[index % 4];
			const amount = ((index < 8 ? 1000 : 1100) + number) / 100;
			const customer = index >= 4 && index < 8 ? taxId : _id;
			const row = { customer, amount, order: `sheet ${number}, order ${index + 1}` };
			return { row, charge: { customer: _id, amount } };
		});
		const rows = all.map(({ row }) => row);
		const id = await this.save(naming, number, rows);
		const againId = await this.save(naming, number, rows.toReversed());
		return { id, againId, charges: all.map(({ charge }) => charge) };
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

	private async run(workflowId: string): Promise<void> {
		await this.e2e.client.runWorkflow(workflowId, { triggerName: START });
	}

	private async books({ charges }: Pick<Crash, 'charges'>) {
		const asked = tallyOf(charges);
		const made = Object.entries(await chargedTally(this.e2e));
		return difference(asked, Object.fromEntries(made.filter(([charge]) => charge in asked)));
	}
}
