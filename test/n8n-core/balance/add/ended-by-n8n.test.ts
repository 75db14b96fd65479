import { startGmc, toGmcRun, until } from '../../../../harness/engine';
import { ISSUE, KEY } from './given';
import { ana, row } from './people';
import { addParameters, Service, times } from './support';

// n8n ends an execution. After the workflow's Timeout it refuses the ledger's calls, too (n8n.md K18).

const service = Service.forThisFile();
const rows = Array.from({ length: 6 }, (_, at) => row(at + 1, { key: `order ${at + 1}` }));

/** Runs the sheet, and lets n8n end it while a row is being sent. @returns the outcomes, which nobody is shown */
async function endAt(sent: number, { isTimedOut }: { isTimedOut: boolean }) {
	const parameters = addParameters({ ...KEY, concurrency: 1 });
	const onError = 'continueRegularOutput';
	const running = startGmc(service.credential, { parameters, rows, onError });
	await until('the row to be sent', async () => (await service.asked(ISSUE)) === sent);
	service.tables.isTimedOut = isTimedOut;
	running.cancel();
	const { outcomes } = toGmcRun(await running);
	service.tables.isTimedOut = false;
	return outcomes;
}

test('rows that a timed-out execution has not sent, or that GMC refused, are paid by the next run', async () => {
	await service.refuse(1);
	await service.fault({ type: 'commitThenHang' }, 2);
	const outcomes = await endAt(2, { isTimedOut: true });
	expect(outcomes).toEqual(['rejected', 'unknown', ...times(4, 'notAttempted')]);
	const next = await service.addOn(rows, KEY);
	expect(next.outcomes).toEqual(['issued', 'skipped', ...times(4, 'issued')]);
	expect(await service.charged(ana._id)).toBe(6);
});

test('rows that a timed-out execution has sent stay claimed until GMC lists them', async () => {
	await service.listLate(60);
	await service.fault({ type: 'commitThenHang' }, 3);
	await endAt(3, { isTimedOut: true });
	const next = await service.addOn(rows, KEY);
	expect(next.outcomes).toEqual([...times(3, 'unknown'), ...times(3, 'issued')]);
	expect(await service.charged(ana._id)).toBe(6);
});
