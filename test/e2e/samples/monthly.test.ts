/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { nodeOutput } from '../../../harness/n8n/executions';
import { START_TIMEOUT_MS, type TestBed, startTestBed } from '../../../harness/n8n/test-bed';
import { withOwnLedger, withSettings } from '../../../harness/samples/choices';
import { TOP_UP_TRIGGER, loadSample } from '../../../harness/samples/samples';
import { asked, chargedTally, slowDown, tally } from '../../../harness/sandbox/books';
import { ISSUE } from '../../../harness/sandbox/routes';
import { repoRoot } from '../../../harness/system/paths';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// The sample "Monthly top-ups" over three months, the clocks of n8n and of GMC moved.

jest.setTimeout(240_000);

const AMOUNT = 50;
const SLOW_MS = 300;
const LEFT_OUT = DEMO_CUSTOMERS[2]._id;

/** Expressions are worked out beside n8n otherwise, by a clock that is not moved. */
const IN_PROCESS = { N8N_EXPRESSION_ENGINE: 'legacy' };

let e2e: TestBed;
let clock: string;
let moved = 0;
let workflowId: string;

/** 8:00 of that day, in the month that comes so many months after this one. */
const at = (month: number, day: number) =>
	DateTime.now().plus({ months: month }).set({ day, hour: 8, minute: 0 });

const aheadOn = (month: number, day: number) => at(month, day).toMillis() - Date.now();

/** n8n looks at the clock more often. */
const UNTIL_SEEN_MS = 1000;

/** n8n and GMC come to that day. */
async function comes(month: number, day: number): Promise<void> {
	const ahead = aheadOn(month, day);
	await writeFile(clock, String(ahead));
	await e2e.sandbox.admin.advanceClock({ seconds: Math.round((ahead - moved) / 1000) });
	moved = ahead;
	await delay(UNTIL_SEEN_MS);
	await e2e.client.login();
}

/** n8n is killed in the middle of a run, and started on that day. */
async function crashesUntil(month: number, day: number): Promise<void> {
	await e2e.n8n.kill();
	// GMC ends on the same day what it was asked for.
	await delay(4 * SLOW_MS);
	await writeFile(clock, String(aheadOn(month, day)));
	await e2e.n8n.start();
	await comes(month, day);
}

async function run() {
	const execution = await e2e.client.runWorkflow(workflowId, { triggerName: TOP_UP_TRIGGER });
	const [[{ json }]] = nodeOutput(execution, 'Summary');
	return { status: execution.status, summary: json, execution };
}

beforeAll(async () => {
	clock = path.join(await mkdtemp(path.join(tmpdir(), 'gmc-clock-')), 'offset');
	await writeFile(clock, '0');
	const shim = path.join(repoRoot, 'harness', 'n8n', 'clock.cjs');
	const env = { NODE_OPTIONS: `--require ${shim}`, GMC_TEST_CLOCK: clock, ...IN_PROCESS };
	e2e = await startTestBed({ n8n: { env } });
	// One clock dates what GMC answers and what it has made.
	await e2e.sandbox.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
	const sample = withSettings(await loadSample('monthly-top-ups'), { amount: AMOUNT });
	const { client, credentialId } = e2e;
	workflowId = (await client.importWorkflow(withOwnLedger(sample), { credentialId })).id;
}, START_TIMEOUT_MS);
afterAll(async () => await e2e?.stop());

const everybody = (times: number) =>
	tally(
		DEMO_CUSTOMERS.flatMap(({ _id }) => Array.from({ length: times }, () => `${_id} ${AMOUNT}`)),
	);

test('pays everybody once a month, over a refusal, a crash and a lost answer', async () => {
	const { admin } = e2e.sandbox;
	const all = DEMO_CUSTOMERS.length;

	await comes(1, 5);
	const action = { type: 'status', status: 400, body: { message: 'Blocked' } } as const;
	await admin.addFault({ route: ISSUE, match: { customerIdentifier: LEFT_OUT }, action });
	const first = await run();
	expect(first.status).toBe('error');
	expect(first.summary).toMatchObject({ month: at(1, 5).toFormat('yyyy-MM') });
	expect(first.summary).toMatchObject({ issued: all - 1, refused: 1, openOrNotSent: 0 });
	expect(nodeOutput(first.execution, 'Needs attention')[0]).toHaveLength(1);
	await admin.clearFaults();
	expect((await run()).summary).toMatchObject({ issued: 1, paidBefore: all - 1, refused: 0 });
	expect(await chargedTally(e2e)).toEqual(everybody(1));

	await comes(2, 5);
	await slowDown(e2e, SLOW_MS);
	const before = await admin.count({ route: ISSUE });
	await e2e.client.startWorkflow(workflowId, TOP_UP_TRIGGER);
	await asked(e2e, before + 6);
	await crashesUntil(2, 6);
	await admin.clearFaults();
	const second = await run();
	expect(second).toMatchObject({ status: 'success', summary: { openOrNotSent: 0 } });
	expect(second.summary.paidBefore).toBeGreaterThan(0);
	expect(await chargedTally(e2e)).toEqual(everybody(2));

	await comes(3, 5);
	await admin.configure({ additions: { visibleAfterSeconds: 3600 } });
	await admin.addFault({ route: ISSUE, nth: 4, action: { type: 'commitThenReset' } });
	const third = await run();
	expect(third.status).toBe('error');
	expect(third.summary.openOrNotSent).toBeGreaterThan(0);
	await comes(3, 6);
	expect(await run()).toMatchObject({ status: 'success', summary: { openOrNotSent: 0 } });
	expect(await chargedTally(e2e)).toEqual(everybody(3));
});
