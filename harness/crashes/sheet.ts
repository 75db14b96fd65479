/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { TestBed } from '../n8n/test-bed';
import { charges, chargedTally, difference, tallyOf } from '../sandbox/books';
import { ISSUE } from '../sandbox/routes';
import { until } from '../system/until';
import { START } from '../workflows/build';
import { type SheetRow, outcomesOf, sheetOutput, sheetWorkflow } from '../workflows/sheet';

/** How long the sandbox takes over each addition, so that a kill meets some in flight. */
const LATENCY_MS = 150;

/**
 * Twelve rows: every customer has two equal ones, the first by `_id`, the second by tax ID, and a third with
 * another amount.
 */
const SHEET: SheetRow[] = Array.from({ length: 12 }, (_, index) => {
	const { _id, taxId } = DEMO_CUSTOMERS[index % 4];
	return { customer: index >= 4 && index < 8 ? taxId : _id, amount: index < 8 ? 10 : 11 };
});

/** What the sheet asks for; the books know customers by `_id` only. */
const WANTED = tallyOf(
	SHEET.map(({ amount }, index) => ({ customer: DEMO_CUSTOMERS[index % 4]._id, amount })),
);

/** When n8n is killed: so many milliseconds after so many requests to issue have reached the service. */
export interface CrashMoment {
	afterRequests: number;
	delayMs: number;
	/** The last of these requests is carried out and never answered. */
	hang: boolean;
}

/** What came of one kill and of running the sheet again. */
export interface CrashResult extends CrashMoment {
	/** Additions that the first run had made in the end. */
	before: number;
	/** What n8n says of the first execution, and of the second. */
	statuses: [string, string];
	skipped: number;
	issued: number;
	/** Rows charged more often, or less often, than they are in the sheet. */
	doubles: number;
	missing: number;
}

/** Moments spread evenly over a run, every fourth of them during a request that is never answered. */
export function momentsOver(count: number): CrashMoment[] {
	return Array.from({ length: count }, (_, index) => {
		const hang = index % 4 === 3;
		const requests = Math.floor(((index + 0.5) * (SHEET.length + 1)) / count);
		const delayMs = (index * 37) % (LATENCY_MS + 10);
		return { afterRequests: hang ? Math.max(1, requests) : requests, delayMs, hang };
	});
}

/** Whether the books hold every row exactly once after the second run. */
export function isWhole({ doubles, missing, statuses }: CrashResult): boolean {
	return doubles === 0 && missing === 0 && statuses[1] === 'success';
}

/**
 * Runs a sheet, kills n8n at the given moment, starts it again, and runs the sheet again in a new execution
 * under `duplicateProtection: history`, as its user would. The sandbox's books are the judge.
 */
export async function crashAt(moment: CrashMoment, e2e: TestBed): Promise<CrashResult> {
	const { client, credentialId, n8n, sandbox } = e2e;
	await sandbox.admin.reset();
	const workflow = sheetWorkflow(SHEET, {
		options: {
			...{ concurrency: 2, duplicateProtection: 'history' },
			// Not "today": the kill may come just before midnight.
			duplicatesSince: new Date(Date.now() - 3_600_000).toISOString(),
		},
	});
	const { id } = await client.importWorkflow(workflow, { credentialId });
	await prepareFaults(moment, e2e);
	const first = await client.startWorkflow(id, START);
	await reached(moment, e2e);
	await n8n.kill();
	await n8n.start();
	await sandbox.admin.clearFaults();
	const before = await charges(e2e);
	const second = await client.runWorkflow(id, { triggerName: START });
	const outcomes = outcomesOf(sheetOutput(second).items.map(({ json }) => json));
	return {
		...moment,
		before: before.length,
		statuses: [(await client.execution(first)).status, second.status],
		skipped: outcomes.filter((outcome) => outcome === 'skipped').length,
		issued: outcomes.filter((outcome) => outcome === 'issued').length,
		...difference(WANTED, await chargedTally(e2e)),
	};
}

/** Lets every addition take a while, and the last one of a moment hang. */
export async function prepareFaults(
	{ hang, afterRequests }: CrashMoment,
	{ sandbox }: TestBed,
): Promise<void> {
	const { admin } = sandbox;
	await admin.addFault({ route: ISSUE, action: { type: 'latency', ms: LATENCY_MS } });
	if (!hang) return;
	await admin.addFault({ route: ISSUE, nth: afterRequests, action: { type: 'commitThenHang' } });
}

/** Waits for the moment. */
export async function reached(
	{ hang, afterRequests, delayMs }: CrashMoment,
	{ sandbox }: TestBed,
): Promise<void> {
	const filter = { route: ISSUE, ...(hang && { status: 'hung' as const }) };
	const wanted = hang ? 1 : afterRequests;
	await until('the moment of the kill', async () => (await sandbox.admin.count(filter)) >= wanted);
	await delay(delayMs);
}
