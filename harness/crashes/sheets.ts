/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { type TestBed, startTestBed } from '../n8n/test-bed';
import { chargedTally, difference, tallyOf } from '../sandbox/books';
import { START, chain, itemsNode } from '../workflows/build';
import type { SheetRow } from '../workflows/sheet';
import { addNode, byKey, inBatch, outcomesOf, sheetOutput } from '../workflows/sheet';
import { type CrashMoment, prepareFaults, reached } from './moments';

/** How late the list is, in seconds: later than n8n is back. */
const LATE_SECONDS = 8;

/** How many rows a sheet has. */
export const ROWS = 12;

/** What the rows of the sheets are known by. */
export type Naming = 'key' | 'batch';

/** What came of one kill, of the sheet at once, and of the sheet after Hold. */
export interface SheetCrash extends CrashMoment {
	/** What n8n says of the first execution. */
	status: string;
	/** Rows that were paid when n8n was back. */
	before: number;
	/** Rows that the run at once has held, and paid. */
	held: number;
	issued: number;
	/** Rows paid twice after the run at once, and in the end; rows missing in the end. */
	doublesAtOnce: number;
	doubles: number;
	missing: number;
}

export const isPaidOnce = ({ doublesAtOnce, doubles, missing }: SheetCrash): boolean =>
	doublesAtOnce === 0 && doubles === 0 && missing === 0;

/** A crash whose sheet is yet to be run after the hold. */
interface Begun extends Omit<SheetCrash, 'doubles' | 'missing'> {
	againId: string;
	charges: Array<{ customer: string; amount: number }>;
}

/** Kills of a real n8n while sheets run; each sheet has amounts of its own, by which the books know it. */
export class SheetCrashes {
	private readonly begun: Begun[] = [];

	private constructor(
		private readonly naming: Naming,
		private readonly e2e: TestBed,
		private readonly holdMs: number,
	) {}

	/** @param holdMs Hold: longer than n8n takes to be back, or nothing is held any more */
	static async start(naming: Naming, holdMs: number): Promise<SheetCrashes> {
		const settings = { additions: { visibleAfterSeconds: LATE_SECONDS } };
		return new SheetCrashes(naming, await startTestBed({ sandbox: { settings } }), holdMs);
	}

	async stop(): Promise<void> {
		await this.e2e.stop();
	}

	/**
	 * Runs a sheet, kills n8n at the moment, starts it again, and runs the sheet again at once: a copy of the
	 * workflow, with the rows sorted in another way. The service goes on with what it was asked for, and its list
	 * is late.
	 */
	async crashAt(moment: CrashMoment): Promise<void> {
		const { client, n8n, sandbox } = this.e2e;
		const number = this.begun.length + 1;
		const { rows, charges } = sheetOf(number);
		const workflowId = await this.save(number, rows);
		const againId = await this.save(number, [...rows].reverse());
		await sandbox.admin.clearJournal();
		await prepareFaults(moment, this.e2e);
		const first = await client.startWorkflow(workflowId, START);
		await reached(moment, this.e2e);
		await n8n.kill();
		await n8n.start();
		await sandbox.admin.clearFaults();
		const before = charges.length - (await this.books(charges)).missing;
		const outcomes = await this.run(againId);
		const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
		const { status } = await client.execution(first);
		this.begun.push({
			...moment,
			againId,
			charges,
			status,
			before,
			held: count('unknown'),
			issued: count('issued'),
			doublesAtOnce: (await this.books(charges)).doubles,
		});
	}

	/** Runs all sheets once more after Hold. */
	async finish(): Promise<SheetCrash[]> {
		await delay(this.holdMs);
		const results: SheetCrash[] = [];
		for (const { againId, charges, ...crash } of this.begun) {
			await this.run(againId);
			results.push({ ...crash, ...(await this.books(charges)) });
		}
		return results;
	}

	private async save(number: number, rows: SheetRow[]): Promise<string> {
		const { client, credentialId } = this.e2e;
		// While a run may be sending a row it is held for twice the Timeout.
		const options = { concurrency: 2, hold: this.holdMs / 60_000, timeout: this.holdMs / 2_000 };
		const names = this.naming === 'key' ? byKey('={{ $json.order }}') : inBatch(`sheet ${number}`);
		const add = addNode({ ...names, options }, { onError: 'continueRegularOutput' });
		const workflow = chain(`Sheet ${number}`, itemsNode('Rows', rows), add);
		return (await client.importWorkflow(workflow, { credentialId })).id;
	}

	private async run(workflowId: string): Promise<string[]> {
		const execution = await this.e2e.client.runWorkflow(workflowId, { triggerName: START });
		return outcomesOf(sheetOutput(execution).items.map(({ json }) => json));
	}

	/** Of the sheet with these charges alone. */
	private async books(charges: Begun['charges']) {
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
