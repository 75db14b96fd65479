/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { usageOf } from '../../../harness/system/usage';
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
		const { main, workers } = queue();
		const running = workers.filter(({ pid }) => pid !== undefined);
		const usage = async () => await Promise.all(running.map(async (one) => await one.usage()));
		const before = await usage();
		const result = await runFanOut(queue(), fanOut, { rows: ROWS, parts: PARTS });
		const after = await usage();
		issued.push(...ROWS);
		expect(await chargedTally(queue())).toEqual(tallyOf(issued));
		const cpu = after.map((one, index) => (one.cpuSeconds - before[index].cpuSeconds).toFixed(1));
		const ofMain = await usageOf(main.pid!);
		const memory = [...after, ofMain].map(({ rssMb }) => rssMb.toFixed(0));
		process.stderr.write(
			`    ${fanOut.kind}, ${running.length} worker(s): ${ROWS.length} rows in ${result.seconds.toFixed(1)} s, ` +
				`CPU of them ${cpu.join(' + ')} s, memory of them and main ${memory.join(' + ')} MB\n`,
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
