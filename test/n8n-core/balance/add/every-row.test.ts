import * as sending from '../../../../nodes/Gmc/actions/balance/add/send';
import type { GmcRun } from '../../../../harness/engine';
import { ISSUE, OFF, RECENT } from './given';
import { row } from './people';
import { gmcOf, passTime, Service, times } from './support';

// Every row is told of, whatever happens to the run; and what a dry run says on a Retry.
// promises.md P38

const service = Service.forThisFile();
const rows = [1, 2, 3].map((amount) => row(amount));

describe('under Continue, an error of the whole run gives each row an outcome', () => {
	test.each([
		['a bad option', { concurrency: 101 }, {}, /Concurrency/],
		[
			'an agent that may pay with the values of another item',
			{},
			{ type: 'n8n-nodes-gmc.gmcTool' },
			/values of another item/,
		],
	])('%s', async (_, options, setup, message) => {
		const { items, outcomes } = await service.addOn(rows, options, setup);
		expect(outcomes).toEqual(times(3, 'notAttempted'));
		for (const { json } of items) expect(json.error).toMatch(message);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('no credential', async () => {
		service.credential.getDecrypted = async () => {
			throw new Error('Credential with ID "1" does not exist');
		};
		expect((await service.addOn(rows)).outcomes).toEqual(times(3, 'notAttempted'));
	});
});

describe('a dry run on a Retry leaves no trace', () => {
	const memoryOf = ({ run }: GmcRun) => JSON.stringify(run.data.executionData!.contextData);
	/** @returns the outcomes of the plan */
	const plan = async (failed: GmcRun, options: object = {}) => {
		const asked = await service.asked(ISSUE);
		const ledger = structuredClone(service.ledger);
		const planned = await service.retryOn(failed, { ...options, dryRun: true });
		expect([memoryOf(planned), service.ledger]).toEqual([memoryOf(failed), ledger]);
		expect(await service.asked(ISSUE)).toBe(asked);
		return planned;
	};

	test.each([RECENT, OFF])('and replays what was issued: %j', async (protection) => {
		const options = { ...protection, concurrency: 1 };
		await service.refuse({ match: { amount: 3 }, times: 1 });
		const failed = await service.add(rows, options);
		const { outcomes, hints } = await plan(failed, options);
		expect(outcomes).toEqual(['issued', 'issued', 'planned']);
		expect(hints.join()).toMatch(/^Dry run: 1 would be paid \(3.00 BRL\), 2 paid before. Nothing/);
		const run = await service.retry(failed, options);
		expect(rows.map((_, at) => gmcOf(run, at).replayed)).toEqual([true, true, undefined]);
	});

	test('and looks for what was lost', async () => {
		await service.listLate(3_600);
		await service.lose('done', 2);
		const failed = await service.add(rows, { concurrency: 1 });
		expect((await plan(failed)).outcomes).toEqual(['issued', 'unknown', 'planned']);
		passTime({ seconds: 3_700 });
		expect((await plan(failed)).outcomes).toEqual(['issued', 'issued', 'planned']);
		expect((await service.retry(failed)).outcomes).toEqual(times(3, 'issued'));
		expect(await service.asked(ISSUE)).toBe(3);
	});

	test('a Retry without it issues, and does not replay', async () => {
		const failed = await service.add([...rows, { ...rows[0], amount: 'x' }], { dryRun: true });
		failed.run.data.executionData!.nodeExecutionStack[0].data.main[0]!.pop();
		const run = await service.retry(failed);
		expect(run.outcomes).toEqual(times(3, 'issued'));
		expect(gmcOf(run)).not.toHaveProperty('replayed');
	});
});

describe('a defect in the middle does not hide the rows that were sent', () => {
	beforeEach(() => {
		const { sendAll } = sending;
		jest.spyOn(sending, 'sendAll').mockImplementation(async (run, all) => {
			await sendAll(run, all.slice(0, 2));
			throw new TypeError('a defect');
		});
	});

	test('under Continue', async () => {
		const { outcomes, hints } = await service.addOn(rows);
		expect(outcomes).toEqual(['issued', 'issued', 'notAttempted']);
		expect(hints).toContain('Not all steps were done: a defect.');
	});

	test('under Stop Workflow', async () => {
		const failed = await service.add(rows);
		expect(failed.error?.message).toBe('Ana Souza (row 3, item 2): a defect');
		expect(failed.error?.description).toMatch(/Of 3 rows: 2 paid \(3.00 BRL\), 1 not sent/);
		expect(failed.outcomes[0]).toBe('issued');
		jest.restoreAllMocks();
		expect((await service.retry(failed)).outcomes).toEqual(times(3, 'issued'));
		expect(await service.asked(ISSUE)).toBe(3);
	});
});
