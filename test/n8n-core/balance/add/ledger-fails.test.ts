import { sleep } from 'n8n-workflow';
import type { TableOperation } from '../../../../harness/engine/dataTables';
import { claimOf } from '../../../../harness/engine/claims';
import { PART } from '../../../../nodes/Gmc/actions/balance/add/send';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { TableStore } from '../../../../nodes/Gmc/ledger/tableStore';
import { withoutDataTables } from '../../../../harness/engine';
import { ISSUE, KEY, OFF, PROTECTIONS, RECENT } from './given';
import { ana, row } from './people';
import { AFTER_HOLD, detailsOf, errorOf, passTime, Service, times } from './support';

// The ledger cannot be used, or fails in the middle of a run. A sheet is claimed, sent and written down part by part.
// promises.md P1, P2

const service = Service.forThisFile();
beforeEach(() => void jest.replaceProperty(PART, 'rows', 6));

const ONE = { ...KEY, concurrency: 1 };
const sheetOf = (count: number) => Array.from({ length: count }, (_, n) => row(10 + n));
const onTable = (before: (operation: TableOperation) => Promise<void> | void) =>
	(service.tables.before = before);
const ledger = () => service.ledger.map(({ outcome }) => outcome);
const lock = () => {
	throw new Error('database is locked');
};
const sent = async () => await service.asked(ISSUE);

describe('no ledger, no money', () => {
	const RUNS = PROTECTIONS.flatMap((one) => [one, { ...one, dryRun: true }]);
	test.each(RUNS)('without Data Tables: %j', async (options) => {
		const setup = { executeWorkflow: withoutDataTables };
		const { error } = await service.add(sheetOf(2), options, setup);
		expect(error?.message).toMatch(
			/ledger \(Data Table "GMC top-ups"\) cannot be used.*Nothing was sent/,
		);
		expect(error?.description).toMatch(/N8N_DISABLED_MODULES/);
		expect(await sent()).toBe(0);
	});

	test.each([KEY, RECENT])('where it was renamed, the error names it: %j', async (protection) => {
		const options = { ...protection, ledgerTable: 'Paid until today' };
		// Another workflow has made the ledger, so that this one has to look it up.
		const list = async () => undefined;
		const elsewhere = { table: options.ledgerTable, use: 'pay', account: 'a', list } as const;
		const store = new TableStore(service.tables.context('elsewhere'), elsewhere);
		await store.handle({ do: 'insert', entries: [claimOf('a')] });
		service.tables.drop('GMC top-ups');
		service.tables.rename(options.ledgerTable, 'Archive');
		const { error, outcomes } = await service.add(sheetOf(2), options);
		expect(outcomes).toEqual([]);
		expect(error?.message).toMatch(
			/[Tt]he ledger \(Data Table "Paid until today"\) was renamed to "Archive".*Nothing was sent/,
		);
		expect(error?.description).toMatch(/^Rename it back to "Paid until today"/);
		expect(error?.description).not.toMatch(/set 'Ledger Table'|choose a name/);
		expect([await sent(), service.tables.tables.map(({ name }) => name)]).toEqual([0, ['Archive']]);
		const { hints } = await service.addOn(sheetOf(2), options);
		expect(hints.at(-1)).toMatch(/^2 not sent\. .* these rows may have been paid earlier\./);
		service.tables.rename('Archive', options.ledgerTable);
		expect((await service.addOn([row(1)], options)).outcomes).toEqual(['issued']);
	});
});

test('a full ledger still tells what was paid', async () => {
	await service.addOn(sheetOf(1), KEY);
	onTable((operation) => {
		if (operation === 'row insert')
			throw new Error('Data table size limit exceeded: 50MB used, limit is 50MB');
	});
	expect((await service.addOn(sheetOf(1), KEY)).outcomes).toEqual(['skipped']);
	expect(await sent()).toBe(1);
});

test('an order that is refused writes nothing', async () => {
	const operations: TableOperation[] = [];
	onTable((operation) => void operations.push(operation));
	const { outcomes } = await service.addOn(sheetOf(1), { ...KEY, maxAmount: 9 });
	expect([outcomes, operations.includes('row insert')]).toEqual([['rejected'], false]);
});

test('a ledger that is full behind the first part says what was issued; the next run finds it, and sends the rest', async () => {
	let inserts = 0;
	// Reads and deletes go on.
	onTable((operation) => {
		if (operation === 'row insert') inserts++;
		if (inserts > 1 && ['row insert', 'row update'].includes(operation))
			throw new Error('Data table size limit exceeded: 50MB used, limit is 50MB');
	});
	const run = await service.addOn(sheetOf(8), ONE);
	expect(run.outcomes).toEqual([...times(6, 'issued'), ...times(2, 'notAttempted')]);
	expect(errorOf(run, 6)).toMatch(/cannot be used.*size limit exceeded/);
	expect(detailsOf(run, 6).description).toMatch(/N8N_DATA_TABLES_MAX_SIZE_BYTES/);
	const told = run.hints.join('\n');
	expect(told).toMatch(/result of 6 rows could not be written.*still says sending/);
	expect(told).toMatch(/6 paid .*, 2 not sent/);
	expect(told).not.toMatch(/Nothing was sent|shows what was paid|may have been paid earlier/);
	expect(ledger()).toEqual(times(6, 'sending'));
	service.breakTables();
	const again = await service.addOn(sheetOf(8), ONE);
	expect(again.outcomes).toEqual([...times(6, 'skipped'), ...times(2, 'issued')]);
	expect(await sent()).toBe(8);
});

test('results that cannot be written end the run, although more rows could be claimed', async () => {
	await service.addOn([row(9)], KEY);
	onTable((operation) => {
		if (operation === 'row update') lock();
	});
	const { outcomes } = await service.addOn(sheetOf(12), ONE);
	expect(outcomes).toEqual([...times(6, 'issued'), ...times(6, 'notAttempted')]);
	expect(await sent()).toBe(7);
});

test.each([1, 3])('what is written late is so before lost rows are resolved: %i', async (count) => {
	await service.lose('done', count);
	const refused = service.tables.once((operation) => operation === 'row deleteRows', lock);
	// All but the one that is lost are equal to it; and one part more.
	const sheet = Array.from({ length: count }, (_, n) => row(10, { key: `k${n}` }));
	const run = await service.addOn([...sheet, ...sheetOf(7).slice(1)], ONE);
	expect([refused.isDone, run.outcomes]).toEqual([true, times(count + 6, 'issued')]);
	expect(ledger()).toEqual(times(count + 6, 'issued'));
	expect(run.hints.join()).not.toMatch(/sending/);
});

// Neither is written down what was paid, nor is given back what was not sent. The second of twelve rows is refused.
test.each([OFF, RECENT, KEY])(
	'after the hold of a failed ledger each row is paid once: %j',
	async (by) => {
		const sheet = Array.from({ length: 12 }, (_, n) => row(n === 1 ? 77 : 10, { key: `k${n}` }));
		const options = { ...by, maxPerDay: 100_000, concurrency: 1 };
		await service.refuse({ match: { amount: 77 }, times: 1 });
		// From the first request on.
		onTable(async () => {
			if ((await sent()) > 0) lock();
		});
		const failed = await service.add(sheet, options);
		expect(failed.error?.description).toMatch(
			/result of \d+ rows? could not be written, so the Data/,
		);
		service.breakTables();
		passTime(AFTER_HOLD);
		if (by === KEY) {
			await service.addOn(sheet, options);
			await service.addOn(sheet, options);
		} else await service.retry(failed, options);
		expect(await service.charged(ana.taxId, 10)).toBe(11);
		expect(await service.charged(ana.taxId, 77)).toBe(1);
	},
);

describe('a part that cannot be claimed', () => {
	beforeEach(async () => void (await service.addOn([row(9)], KEY)));
	/** In another process, while the first part is sent. */
	const meanwhile = (act: () => Promise<unknown>) =>
		void service.tables.once(
			async () => (await sent()) >= 4,
			async () => {
				forgetProcess();
				await act();
			},
		);

	test.each(['add', 'addOn'] as const)('because the table fails ends the run (%s)', async (add) => {
		let inserts = 0;
		onTable((operation) => {
			// Claims, what became of them, and the claims of the next part.
			if (operation === 'row insert' && ++inserts === 3) lock();
		});
		const { outcomes } = await service[add](sheetOf(12), ONE);
		expect(outcomes).toEqual([...times(6, 'issued'), ...times(6, 'notAttempted')]);
	});

	test('because another run has used a key keeps the part back, under Stop Workflow', async () => {
		meanwhile(async () => await service.addOn([row(99, { key: 'k17' })], KEY));
		const { outcomes } = await service.add(sheetOf(12), ONE);
		const refused = ['notAttempted', 'rejected', ...times(4, 'notAttempted')];
		expect(outcomes).toEqual([...times(6, 'issued'), ...refused]);
	});

	test('because another run has left a row open keeps back that row only', async () => {
		meanwhile(async () => {
			await service.lose('never');
			await service.addOn([row(17)], KEY);
		});
		const { outcomes } = await service.addOn(sheetOf(12), ONE);
		expect(outcomes).toEqual([...times(7, 'issued'), 'unknown', ...times(4, 'issued')]);
	});

	test('because a claim was written and is not there is not sent', async () => {
		onTable((operation) => {
			const table = service.tables.named('GMC top-ups');
			if (operation === 'row get') table.rows = table.rows.filter(({ amount }) => amount !== 12);
		});
		const { outcomes } = await service.addOn(sheetOf(5), ONE);
		expect(outcomes[2]).toBe('notAttempted');
		expect(await service.charged(ana.taxId, 12)).toBe(0);
	});

	// A claim is held for two seconds.
	test.each([false, true])(
		'because the table takes longer than half of a hold ends the run (claims stay: %s)',
		async (isStuck) => {
			let inserts = 0;
			onTable(async (operation) => {
				if (isStuck && operation === 'row deleteRows') lock();
				if (operation !== 'row insert') return;
				inserts++;
				await sleep(1_100);
			});
			const { outcomes } = await service.addOn(sheetOf(5), { ...ONE, hold: 0, timeout: 1 });
			expect([outcomes, await sent()]).toEqual([times(5, 'notAttempted'), 1]);
			if (isStuck) expect(inserts).toBe(1);
		},
		60_000,
	);
});

describe('parts', () => {
	test('do not let out the first where the ledger refuses a row of a later one, under Recent', async () => {
		await service.listLate(3_600);
		await service.addOn([row(18)], RECENT);
		const { error } = await service.add(sheetOf(12), RECENT);
		expect(error?.message).toMatch(/Nothing was sent$/);
		expect(await sent()).toBe(1);
	});

	test('keep no more rows open than those of one at any time', async () => {
		await service.slow(300, 7);
		let most = 0;
		onTable(() => {
			const open = service.ledger.filter(({ outcome }) => outcome === 'sending');
			most = Math.max(most, new Set(open.map(({ rowRef }) => rowRef)).size);
		});
		const { outcomes } = await service.addOn(sheetOf(18), { ...KEY, concurrency: 4 });
		expect([outcomes, most]).toEqual([times(18, 'issued'), 6]);
	});

	test.each([
		// Claimed, named, and written down as issued.
		[1, 3],
		// Looked up before.
		[6, 4],
		// Claimed, named and written down five times.
		[30, 1 + 5 * 3],
	])('of %i rows take %i calls of the table', async (count, calls) => {
		await service.addOn([row(9)], KEY);
		let made = 0;
		service.tables.beforeCall = () => void made++;
		await service.addOn(sheetOf(count), KEY);
		expect(made).toBe(calls);
	});
});

test.each(PROTECTIONS)('what a retry may have sent is unknown without a ledger: %j', async (by) => {
	await service.refuse({ match: { amount: 10 }, times: 1 });
	const options = { ...by, concurrency: 1 };
	const failed = await service.add(sheetOf(2), options);
	expect((await service.retry(failed, options)).error).toBeUndefined();
	service.breakTables('database is locked');
	const { askedAt } = service.ledger[0];
	passTime({ seconds: 7_200 });
	const run = await service.retryOn(failed, options);
	expect(run.outcomes).toEqual(times(2, 'unknown'));
	// People find the execution to be retried by it.
	const told = Date.parse(String(detailsOf(run).askedAt)) - Date.parse(String(askedAt));
	expect(Math.abs(told)).toBeLessThan(60_000);
	expect(errorOf(run)).toMatch(/database is locked/);
});

const FATES = ['refused', 'failed'].flatMap((fate) =>
	[OFF, RECENT, KEY].map((by) => [fate, by] as const),
);

test.each(FATES)('"Nothing was sent" is not said after a top-up was %s: %j', async (fate, by) => {
	await (fate === 'refused' ? service.refuse(1) : service.fault({ type: 'commitAsFailed' }, 1));
	const isDeleting = async (operation: TableOperation) =>
		operation === 'row deleteRows' && (await sent()) > 0;
	service.tables.once(isDeleting, lock);
	const { error } = await service.add(sheetOf(2), { ...by, concurrency: 1 });
	expect(await sent()).toBe(1);
	expect(error?.message).not.toMatch(/Nothing was sent/);
	expect(error?.context.data?.rows).toMatchObject([{ row: 1, outcome: 'rejected' }, {}]);
});
