import { isIn, Row } from '../../../../../nodes/Gmc/actions/balance/add/row';
import type { AddRun } from '../../../../../nodes/Gmc/actions/balance/add/run';
import { sendPlanned } from '../../../../../nodes/Gmc/actions/balance/add/send';
import { waitForCompletion } from '../../../../../nodes/Gmc/actions/balance/add/wait';
import { Ledger } from '../../../../../nodes/Gmc/core/additions/ledger';
import { Throttle } from '../../../../../nodes/Gmc/shared/throttle';

/** What n8n's own cancelling does to requests is held in test/n8n-core/balance/add/cancel.test.ts. */
function runOf(cancelled: () => boolean, answer: object): AddRun & { requests: number } {
	const run = {
		requests: 0,
		ledger: new Ledger({}, 'account', 0),
		issuedHere: [],
		settings: { concurrency: 1 },
		throttle: new Throttle(60_000, 1),
		stopAtFirst: false,
		cancelled,
		client: {
			transport: {
				send: async () => {
					run.requests++;
					return { statusCode: 201, body: { _id: String(run.requests), ...answer } };
				},
			},
		},
	};
	return run as unknown as AddRun & { requests: number };
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
	const run: ReturnType<typeof runOf> = runOf(() => run.requests >= 2, {});
	expect(await sendPlanned(run, rows)).toBe(true);
	expect(run.requests).toBe(2);
	expect(rows.map(({ state }) => state.is)).toEqual([
		...['issued', 'issued'],
		...['planned', 'planned', 'planned'],
	]);
});

test('waiting ends soon after the execution is cancelled', async () => {
	const startedAt = Date.now();
	const pending = { _id: '1', status: 'PENDING' };
	const [row] = rowsOf(1).filter(isIn('planned'));
	row.issue(undefined, pending);
	const run = runOf(() => Date.now() - startedAt > 100, pending);
	await waitForCompletion(run, [row], { timeout: 30, interval: 10 });
	expect(Date.now() - startedAt).toBeLessThan(3000);
	expect(row.state).toMatchObject({ waited: 'timedOut' });
});
