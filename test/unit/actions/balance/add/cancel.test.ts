import { sleep } from 'n8n-workflow';
import { isIn, Row } from '../../../../../nodes/Gmc/actions/balance/add/row';
import type { AddRun } from '../../../../../nodes/Gmc/actions/balance/add/run';
import { waitForCompletion } from '../../../../../nodes/Gmc/actions/balance/add/wait';
import { delays } from '../../../../../nodes/Gmc/core/pace/delays';

// That a cancelled execution sends no new row is held in test/n8n-core/balance/add/sending/cancel.test.ts.

test('waiting ends soon after the execution is cancelled', async () => {
	delays.completionLookMs = 10_000;
	const cancelling = new AbortController();
	const request = { customerIdentifier: 'a', amount: 1, currency: 'BRL' as const };
	const rows = [Row.planned(0, { reference: { by: 'id', value: 'a' }, request })];
	const [row] = rows.filter(isIn('planned'));
	row.issue({ addition: { _id: '1', status: 'PENDING' }, claim: '1' });
	const run = {
		context: { getExecutionCancelSignal: () => cancelling.signal, logger: { debug: () => {} } },
		settings: { concurrency: 1 },
		client: { transport: {} },
	} as unknown as AddRun;
	void sleep(100).then(() => cancelling.abort());
	const startedAt = Date.now();
	await waitForCompletion(run, rows, 30);
	expect(Date.now() - startedAt).toBeLessThan(3000);
	expect(rows[0].state).toMatchObject({ waited: 'timedOut' });
});
