import { delays } from '../../../../../nodes/Gmc/core/pace/delays';
import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';
import { DataTables } from '../../../../../harness/engine/dataTables';
import { isIn, Row } from '../../../../../nodes/Gmc/actions/balance/add/row';
import type { AddRun } from '../../../../../nodes/Gmc/actions/balance/add/run';
import { RunLedger } from '../../../../../nodes/Gmc/actions/balance/add/runLedger';
import { sendAll } from '../../../../../nodes/Gmc/actions/balance/add/send';
import { waitForCompletion } from '../../../../../nodes/Gmc/actions/balance/add/wait';
import { ExecutionMemory } from '../../../../../nodes/Gmc/core/ledger/memory';
import { TableStore } from '../../../../../nodes/Gmc/ledger/tableStore';
import { Throttle } from '../../../../../nodes/Gmc/shared/throttle';

// What n8n's own cancelling does to requests is held in test/n8n-core/balance/add/sending/cancel.test.ts.

class World {
	requests = 0;

	readonly cancelling = new AbortController();

	private readonly flow = {};

	/** @param cancelAt number of the request with which the execution is cancelled */
	constructor(
		private readonly answer: object,
		private readonly cancelAt = Infinity,
	) {}

	readonly context = {
		...new DataTables().context('cancel', this.cancelling.signal),
		getExecutionId: () => '1',
		getNode: () => ({ name: 'GMC' }),
		getContext: () => this.flow,
		continueOnFail: () => true,
	};

	private readonly send = async () => {
		if (++this.requests === this.cancelAt) this.cancelling.abort();
		return { statusCode: 201, body: { _id: String(this.requests), ...this.answer } };
	};

	get run(): AddRun {
		const { context } = this;
		const table = { table: 'GMC top-ups', account: 'a', list: async () => undefined };
		const ledgerSettings = {
			account: 'a',
			holdMs: 0,
			timeoutMs: 1000,
			partSize: 25,
			isAllInTable: false,
			looks: 1,
			openTable: () => new TableStore(context as never, table).handle,
			labelOf: () => ({}),
		};
		return {
			context,
			ledger: new RunLedger(ledgerSettings, new ExecutionMemory({}, 'a', 0, randomUUID)),
			settings: { concurrency: 1, duplicateProtection: 'off' },
			throttle: new Throttle(60_000, 1),
			client: { transport: { send: this.send } },
		} as unknown as AddRun;
	}
}

const rowsOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, itemIndex) =>
		Row.planned(itemIndex, {
			reference: { by: 'id', value: 'a' },
			request: { customerIdentifier: 'a', amount: 1, currency: 'BRL' },
		}),
	);

test('rows that were not started when the execution is cancelled stay planned', async () => {
	const rows = rowsOf(5);
	const world = new World({}, 2);
	const { run } = world;
	const charge = { identifiers: ['a'], amount: 1, currency: 'BRL' };
	for (const row of rows) row.ledgerName = run.ledger.memory.giveName(charge);
	await sendAll(run, rows);
	expect(world.requests).toBe(2);
	expect(rows.map(({ state }) => state.is)).toEqual([
		'issued',
		'issued',
		'planned',
		'planned',
		'planned',
	]);
});

test('waiting ends soon after the execution is cancelled', async () => {
	delays.completionLookMs = 10_000;
	const startedAt = Date.now();
	const pending = { _id: '1', status: 'PENDING' };
	const [row] = rowsOf(1).filter(isIn('planned'));
	row.issue({ addition: pending, claim: '1' });
	const world = new World(pending);
	void sleep(100).then(() => world.cancelling.abort());
	await waitForCompletion(world.run, [row], 30);
	expect(Date.now() - startedAt).toBeLessThan(3000);
	expect(row.state).toMatchObject({ waited: 'timedOut' });
});
