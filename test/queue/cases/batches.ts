import { MEETINGS, ask, publish, say, workersOf } from '../executions';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { calledBatch } from '../../../harness/workflows/webhook';
import { chargedByAmount } from '../../../harness/sandbox/books';
import { outcomesOf } from '../../../harness/workflows/sheet';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

/** Two workers and one batch. */
export function batchTests(queue: () => QueueMode): void {
	test(
		`${MEETINGS} sheets that come to both workers at the same moment are paid once, and of two amounts one`,
		async () => {
			const options = { ledgerTable: 'batches that meet' };
			const id = await publish(queue(), calledBatch('meeting-batch', options));
			const [{ _id: customer }] = DEMO_CUSTOMERS;
			const told: string[] = [];
			for (let n = 1; n <= MEETINGS; n++) {
				// Every second one has been corrected in between.
				const amounts = [n, n % 2 === 0 ? n + 1000 : n];
				const both = await Promise.all(
					amounts.map(async (amount) => {
						const body = { rows: [{ customer, amount }], batch: `meeting ${n}` };
						return outcomesOf(await ask<object[]>(queue(), 'meeting-batch', body));
					}),
				);
				told.push(both.flat().sort().join(' and '));
			}
			const charged = await chargedByAmount(queue());
			const paid = Array.from({ length: MEETINGS }, (_, index) => {
				const amount = index + 1;
				return (charged[amount] ?? 0) + (charged[amount + 1000] ?? 0);
			});
			const workers = workersOf(queue(), await queue().client.allExecutions({ workflowId: id }));
			const met = paid.filter((_, n) => workers[2 * n] !== workers[2 * n + 1]).length;
			say(`${MEETINGS} batches twice at once, ${met} on both workers: ${told.join('; ')}`);
			expect(paid).toEqual(paid.map(() => 1));
			for (const both of told) expect(both).toMatch(/^issued and (rejected|skipped|unknown)$/);
			expect(met).toBeGreaterThan(MEETINGS / 4);
		},
		60_000 + MEETINGS * 5_000,
	);
}
