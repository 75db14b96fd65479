import type { Row } from '../../../nodes/Gmc/actions/balance/add/rows';
import type { Line } from '../../../nodes/Gmc/actions/balance/add/send';
import { sendPlanned } from '../../../nodes/Gmc/actions/balance/add/send';
import { waitForCompletion } from '../../../nodes/Gmc/actions/balance/add/wait';
import { Ledger } from '../../../nodes/Gmc/core/additions/ledger';

/** What n8n's own cancelling does to requests is held in test/n8n-core/balance/add/cancel.test.ts. */
function lineOf(cancelled: () => boolean, answer: object): Line & { requests: number } {
	const line = {
		requests: 0,
		ledger: new Ledger({}, 0),
		concurrency: 1,
		stopAtFirst: false,
		cancelled,
		client: {
			transport: {
				send: async () => {
					line.requests++;
					return { statusCode: 201, body: answer };
				},
			},
		},
	};
	return line as unknown as Line & { requests: number };
}

const rowsOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, itemIndex) => ({
		itemIndex,
		names: ['a'],
		outcome: 'planned',
		plan: {
			reference: { by: 'id', value: 'a' },
			order: { customerIdentifier: 'a', amount: 1, currency: 'BRL' },
		},
	}));

test('rows that were not started when the execution is cancelled stay planned', async () => {
	const rows = rowsOf(5);
	const line: ReturnType<typeof lineOf> = lineOf(() => line.requests >= 2, { _id: '1' });
	expect(await sendPlanned(line, rows)).toBe(true);
	expect(line.requests).toBe(2);
	expect(rows.map(({ outcome }) => outcome)).toEqual([
		...['issued', 'issued'],
		...['planned', 'planned', 'planned'],
	]);
});

test('waiting ends soon after the execution is cancelled', async () => {
	const startedAt = Date.now();
	const pending = { _id: '1', status: 'PENDING' };
	const rows = rowsOf(1).map((row): Row => ({ ...row, outcome: 'issued', addition: pending }));
	const line = lineOf(() => Date.now() - startedAt > 100, pending);
	await waitForCompletion(line, rows, { timeout: 30, interval: 10 });
	expect(Date.now() - startedAt).toBeLessThan(3000);
	expect(rows[0].waited).toBe('timedOut');
});
