import { startGmc, toGmcRun, until } from '../../../../harness/engine';
import { ISSUE, KEY, RECENT } from './given';
import { ana, row } from './people';
import { addParameters, detailsOf, errorOf, Service, times } from './support';

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
	// A claim proves no request.
	const [{ executionId }] = service.ledger;
	expect(errorOf(next)).toMatch(
		/another run claimed the Idempotency Key "order 1", and may be sending it now/,
	);
	const { description } = detailsOf(next);
	expect(description).toMatch(
		new RegExp(
			`The row was claimed at [\\d :-]+ UTC-3 by execution ${String(executionId)}, and its request`,
		),
	);
	expect(description).not.toMatch(/was sent/);
});

test('a row that another run has sent and lost says which execution that was', async () => {
	await service.listLate(3600);
	await service.fault({ type: 'resetBefore' }, 1);
	await service.addOn(rows.slice(0, 1), KEY);
	const next = await service.addOn(rows.slice(0, 1), KEY);
	const [{ executionId }] = service.ledger;
	expect(errorOf(next)).toMatch(
		/another run sent the Idempotency Key "order 1" and lost the answer/,
	);
	expect(detailsOf(next).description).toMatch(
		new RegExp(`was sent at [\\d :-]+ UTC-3 by execution ${String(executionId)}\\.`),
	);
	expect(String(executionId)).toMatch(/^\d+$/);
});

test('under Recent, the refusal of an equal row names the execution that has sent it', async () => {
	await service.listLate(3600);
	await service.addOn(rows.slice(0, 1), RECENT);
	const [entry] = service.ledger;
	const by = `execution ${String(entry.executionId)}`;
	const paid = await service.addOn(rows.slice(0, 1), RECENT);
	expect(errorOf(paid)).toMatch(
		new RegExp(`Ana Souza was given 1.00 BRL at [\\d :-]+ UTC-3 by ${by} \\(top-up`),
	);
	Object.assign(entry, { outcome: 'unknown', additionId: '', settledAt: '' });
	const lost = await service.addOn(rows.slice(0, 1), RECENT);
	expect(errorOf(lost)).toMatch(
		new RegExp(`${by} sent 1.00 BRL for this customer at [\\d :-]+ UTC-3, and we don't know`),
	);
});
