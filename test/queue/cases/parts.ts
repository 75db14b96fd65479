/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { chargedTally, slowDown, tallyOf } from '../../../harness/sandbox/books';
import { workersOf } from '../executions';
import { type FanOut, publishFanOut, runFanOut } from '../fan-out';
import { rowsOf } from '../../../harness/workflows/webhook';
import type { SheetRow } from '../../../harness/workflows/sheet';

const ROWS = rowsOf(240);
const PARTS = 8;
const LATENCY_MS = 20;

/** A parent workflow cuts a sheet into parts and hands each to another workflow. */
export function partsTests(queue: () => QueueMode): void {
	const issued: SheetRow[] = [];

	async function issueInParts(fanOut: FanOut) {
		const result = await runFanOut(queue(), fanOut, { rows: ROWS, parts: PARTS });
		issued.push(...ROWS);
		expect(await chargedTally(queue())).toEqual(tallyOf(issued));
		process.stderr.write(
			`    ${fanOut.kind}: ${ROWS.length} rows in ${result.seconds.toFixed(1)} s\n`,
		);
		return result;
	}

	test('every row is issued once, by two workers and by one', async () => {
		const subWorkflow = await publishFanOut(queue(), 'subWorkflow');
		const webhook = await publishFanOut(queue(), 'webhook');
		await slowDown(queue(), LATENCY_MS);
		const ofTwo = { sub: await issueInParts(subWorkflow), hook: await issueInParts(webhook) };
		await queue().workers[1].stop();
		const ofOne = { sub: await issueInParts(subWorkflow), hook: await issueInParts(webhook) };
		// n8n runs a sub-workflow where its parent runs: it never sees the queue.
		expect(workersOf(queue(), ofTwo.sub.parents)).not.toContain(undefined);
		expect(new Set(workersOf(queue(), ofTwo.sub.children))).toEqual(new Set([undefined]));
		expect(new Set(workersOf(queue(), ofTwo.hook.children)).size).toBe(2);
		expect(new Set(workersOf(queue(), ofOne.hook.children)).size).toBe(1);
	});
}
