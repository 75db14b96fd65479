/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package: it reads a variable */
import { ask, publish, workersOf } from '../executions';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { chainFrom, setNode } from '../../../harness/workflows/build';
import { byKey, inBatch, outcomesOf } from '../../../harness/workflows/sheet';
import { calledSheet, webhookNode } from '../../../harness/workflows/webhook';
import { chargedByAmount } from '../../../harness/sandbox/books';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// promises.md P6

/**
 * How many orders come to both workers at the same moment, for each protection. More of them:
 * `MEETINGS=70 npx jest --selectProjects queue -t "same order"`.
 */
const MEETINGS = Number(process.env.MEETINGS ?? 8);

/** Longer than two claims need. */
const STALL_MS = 400;
const STALL = `={{ (() => { const end = Date.now() + ${STALL_MS}; while (Date.now() < end) {} return 1; })() }}`;

const NAME = '={{ $json.order }}';

/** The same order comes to both workers at the same moment. In every second meeting, both are busy as well. */
export function meetingTests(queue: () => QueueMode): void {
	test.each([
		['key', byKey(NAME), { isCorrected: true }],
		['batch', inBatch(NAME), { isCorrected: true }],
		// Another amount is another top-up there.
		['recent', { duplicateProtection: 'recent' }, { isCorrected: false }],
	])(
		`${MEETINGS} orders that come twice are paid once, and of two amounts one: %s`,
		async (protection, names, { isCorrected }) => {
			const path = `meeting-${protection}`;
			const options = { ledgerTable: `meetings by ${protection}` };
			const sheet = calledSheet(path, { ...names, options });
			const id = await publish(queue(), sheet);
			const busy = `busy-${protection}`;
			await publish(queue(), chainFrom(busy, webhookNode(busy), setNode('Busy', STALL)));
			const [{ _id: customer }] = DEMO_CUSTOMERS;
			const told: string[] = [];
			for (let n = 1; n <= MEETINGS; n++) {
				const come = async (amount: number) => {
					const rows = [{ customer, amount, order: `order ${n}` }];
					return outcomesOf(await ask<object[]>(queue(), path, { rows }));
				};
				const other = isCorrected && n % 2 === 0 ? n + 1000 : n;
				const stalls = n % 2 === 0 ? [1, 2].map(async () => await ask(queue(), busy, {})) : [];
				const both = await Promise.all([come(n), come(other)]);
				told.push(both.flat().sort().join(' and '));
				await Promise.all(stalls);
			}
			const charged = await chargedByAmount(queue());
			const paid = told.map((_, index) => (charged[index + 1] ?? 0) + (charged[index + 1001] ?? 0));
			const workers = workersOf(queue(), await queue().client.allExecutions({ workflowId: id }));
			const met = paid.filter((_, n) => workers[2 * n] !== workers[2 * n + 1]).length;
			const doubled = paid.filter((times) => times > 1).length;
			const missing = paid.filter((times) => times === 0).length;
			expect({ doubled, missing }).toEqual({ doubled: 0, missing: 0 });
			// On a slow machine, one may not see the other end, and says that the name is in use.
			for (const both of told)
				expect(both).toMatch(/^issued and (rejected|skipped|unknown|notAttempted)$/);
			expect(met).toBeGreaterThan(MEETINGS / 4);
		},
		60_000 + MEETINGS * 5_000,
	);
}
