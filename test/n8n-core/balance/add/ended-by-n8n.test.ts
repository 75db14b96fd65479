import { fallbackWorkflow, gmcNode, startGmc, toGmcRun, until } from '../../../../harness/engine';
import { listenToLog } from '../../../../harness/engine/triggers';
import { BATCH, ISSUE, KEY, RECENT } from './given';
import { ana, row } from './people';
import { PART } from '../../../../nodes/Gmc/actions/balance/add/send';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { addParameters, detailsOf, errorOf, Service, times } from './support';

// n8n ends an execution. After the workflow's Timeout it refuses the ledger's calls, too (n8n.md K18).

const service = Service.forThisFile();
const rows = Array.from({ length: 6 }, (_, at) => row(at + 1, { key: `order ${at + 1}` }));

/** Runs the sheet, and lets n8n end it while a row is being sent. @returns the outcomes, which nobody is shown */
async function endAt(
	sent: number,
	{ isTimedOut, options = KEY }: { isTimedOut: boolean; options?: object },
) {
	const parameters = addParameters({ ...options, concurrency: 1 });
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
		/another run claimed the 'Idempotency Key' "order 1", and may be sending it now/,
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
		/another run sent the 'Idempotency Key' "order 1" and lost the answer/,
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
	// Of several the latest is named, and all have to be waited for.
	const [hour, day] = [3_600_000, 86_400_000].map((later) => Date.now() + later);
	const at = (time: number) => new Date(time).toISOString();
	const later = { executionId: '777', askedAt: at(Date.now() + 1_000), heldUntil: at(hour) };
	service.ledger = [
		{ ...entry, heldUntil: at(day) },
		{ ...entry, id: 99, rowRef: 'other', ...later },
	];
	const several = await service.addOn(rows.slice(0, 1), RECENT);
	expect(errorOf(several)).toMatch(/execution 777 sent/);
	expect(detailsOf(several).description).toContain(`after ${at(day).slice(0, 8)}`);
});

/** Stops an execution that has paid two rows, and whose third may have been paid. */
async function stopped(options: object = KEY) {
	await service.fault({ type: 'hang' }, 3);
	await endAt(3, { isTimedOut: false, options });
	return `execution ${String(service.ledger[0].executionId)}`;
}

test('the next run with keys says first what an execution has paid that n8n ended', async () => {
	const by = await stopped();
	const { hints } = await service.addOn(rows, KEY);
	const told = `2 of these rows were paid by ${by}, which n8n ended before it was done. `;
	expect(hints.at(-1)).toMatch(new RegExp(`^${told}3 paid `));
	const { hints: more } = await service.addOn(rows, KEY);
	expect(more.at(-1)).toMatch(new RegExp(`^${told}`));
	forgetProcess();
	const { hints: unproven } = await service.addOn(rows, KEY);
	expect(unproven.join()).not.toMatch(/ended/);
});

test('the next run without keys says that a Retry would not run the node, and how to pay the rest', async () => {
	const by = await stopped(RECENT);
	// A row more that equals one of them says nothing more.
	const { error } = await service.add([...rows, rows[0]], RECENT);
	expect(error?.description).toMatch(
		new RegExp(
			`^2 equal top-ups were made by ${by}, which n8n ended before it was done. Do not retry`,
		),
	);
	expect(error?.description).toMatch(
		/Balance: Reconcile.*only the rows that are notListed\. .*Row/s,
	);
});

test('an execution that ends by itself is not told to have been ended', async () => {
	await service.addOn(rows, KEY);
	const { hints } = await service.addOn(rows, KEY);
	expect(hints.join()).not.toMatch(/ended/);
});

test("n8n's log counts the rows of a sheet after each part, and those of an ended execution", async () => {
	const log = listenToLog();
	const part = jest.replaceProperty(PART, 'rows', 2);
	await service.refuse(2);
	await service.addOn(rows, { ...KEY, concurrency: 1 });
	const parts = log.splice(0).filter((line) => / sent, /.test(line));
	expect(parts.map((line) => line.replace(/.*: /, ''))).toEqual([
		'2 of 6 sent, 1 refused',
		'4 of 6 sent, 1 refused',
		'6 of 6 sent, 1 refused',
	]);
	part.restore();
	await service.restart();
	const by = await stopped();
	expect(log.at(-1)).toMatch(
		new RegExp(`: n8n ended ${by}: 2 of 6 rows were paid, 1 may have been paid$`),
	);
});

// A claim proves no request.
describe('an entry that was only claimed', () => {
	const [first] = rows;
	const onlyClaimed = () => {
		const left = { outcome: 'sending', additionId: '', settledAt: '', claim: 'crashed/0.1' };
		Object.assign(service.ledger[0], left);
	};
	const nodeOf = (options: object, at: number) => ({
		...gmcNode({ name: `N${at}`, parameters: addParameters({ ...options, concurrency: 1 }) }),
		onError: 'continueRegularOutput' as const,
	});

	test.each([
		[KEY, /was claimed for another top-up/],
		[BATCH, /may have sent 1.00 BRL/],
	])('was not sent, says %j', async (protection, told) => {
		await service.refuse(1);
		await service.addOn([first], protection);
		onlyClaimed();
		expect(errorOf(await service.addOn([{ ...first, amount: 12 }], protection))).toMatch(told);
	});

	test('has lost no answer, says the node behind', async () => {
		await service.listLate(60);
		await service.fault({ type: 'resetBefore' }, 1);
		const setup = { rows: [first], between: async () => onlyClaimed() };
		const workflow = fallbackWorkflow([RECENT, KEY].map(nodeOf), setup);
		expect(errorOf(await service.runWorkflow(workflow, 'N1'))).toMatch(
			/may have sent the same top-up \(1.00 BRL\) since [^,]*, so this row is not sent/,
		);
	});
});
