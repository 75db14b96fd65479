import type { QueueMode } from '../../../harness/queue/queue-mode';
import { chargedTally, slowDown, tallyOf } from '../../../harness/sandbox/books';
import { rowsOf } from '../../../harness/workflows/webhook';
import { workersOf } from '../executions';
import { type Kind, publishFanOut, runFanOut } from '../fan-out';

const ROWS = rowsOf(120);

/** A workflow cuts a sheet into parts and hands each one to another workflow. */
export function partsTests(queue: () => QueueMode): void {
	test.each<[Kind, number]>([
		// n8n runs a sub-workflow where its parent runs. It never gets into the queue.
		['subWorkflow', 0],
		['webhook', 2],
	])(
		'handed over by %s, every row is issued once, and %i workers take parts',
		async (kind, count) => {
			const fanOut = await publishFanOut(queue(), kind);
			await slowDown(queue(), 20);
			const { parents, children } = await runFanOut(queue(), fanOut, { rows: ROWS, parts: 8 });
			expect(await chargedTally(queue())).toEqual(tallyOf(ROWS));
			expect(workersOf(queue(), parents)).not.toContain(undefined);
			const workers = workersOf(queue(), children).filter((worker) => worker !== undefined);
			expect(new Set(workers).size).toBe(count);
		},
	);
}
