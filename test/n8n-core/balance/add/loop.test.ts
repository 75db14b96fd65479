import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../../harness/engine';
import { gmcNode, workflowOf } from '../../../../harness/engine';
import { ISSUE, KEY, OFF, PROTECTIONS, RECENT } from './given';
import { ana, bruno } from './people';
import { addParameters, onEachTry, outcomeOf, passTime, Service } from './support';

// A row that is not known to be issued comes back in the same execution, and what an answer that stays lost keeps back.
// promises.md P14, P39

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 5 };
const other = { customer: bruno.taxId, amount: 5 };
const rows = [1, 2, 3].map((amount) => ({ customer: ana.taxId, amount, key: `k${amount}` }));
const charged = async () => await service.charged(ana._id, 5);
const toldBy = (passes: GmcRun[]) =>
	passes.map(({ items, errors }) => [...items, ...errors].map(outcomeOf));

describe('through a loop over the error output', () => {
	/** The list shows what was made an hour ago, and an hour passes. */
	beforeEach(async () => await service.listLate(3600));
	const before = async () => void (await service.admin.advanceClock({ hours: 1 }));

	const loop = async (
		first: IDataObject[],
		then: IDataObject[],
		{ options: more = {}, ...setup }: Partial<GmcNodeSetup> & { options?: IDataObject } = {},
	) => {
		const change = { passes: 2, before, rowsOf: () => then.map((json) => ({ json })) };
		const options = { ...OFF, concurrency: 1, ...more };
		return toldBy(await service.loop(first, options, change, setup));
	};

	test('it is issued once its addition shows up, and the rest is sent', async () => {
		await service.lose('done');
		const told = await loop([row, other], [row, other]);
		expect(told).toEqual([
			['unknown', 'notAttempted'],
			['issued', 'issued'],
		]);
		expect(await charged()).toBe(1);
	});

	test.each([1, 2])('it is not paid again once another run has found it: %i', async (maxTries) => {
		await service.lose('done');
		// The ledger fails in the second try.
		let tries = 0;
		const spy = onEachTry((now) => {
			tries = now;
			service.breakTables(now === 2 ? 'database is locked' : undefined);
		});
		const elsewhere = async () => {
			spy.mockRestore();
			service.breakTables();
			await before();
			await service.addOn([{ ...other, amount: 7 }], { ...OFF, maxPerDay: 1_000 });
		};
		const setup = { retryOnFail: maxTries > 1, maxTries };
		const change = { passes: 2, before: elsewhere };
		const passes = await service.loop([row], OFF, change, setup);
		expect(tries).toBe(maxTries);
		expect(passes[1].items.map(outcomeOf)).toEqual(['skipped']);
		expect(await charged()).toBe(1);
	});

	test.each([OFF, RECENT])('nor where it has come back before: %j', async (protection) => {
		await service.lose('done');
		const elsewhere = async (pass: number) => {
			if (pass < 2) return;
			await before();
			await service.addOn([{ ...other, amount: 7 }], { ...OFF, maxPerDay: 1_000 });
		};
		await service.loop([row], protection, { passes: 3, before: elsewhere });
		expect(await charged()).toBe(1);
	});

	test('while the ledger cannot be read it stays unknown', async () => {
		await service.lose('done');
		const lock = async () => service.breakTables('database is locked');
		const passes = await service.loop([row], OFF, { passes: 2, before: lock });
		expect(toldBy(passes)).toEqual([['unknown'], ['unknown']]);
	});

	test('of two equal rows of a later pass one is what an earlier pass has lost', async () => {
		await service.lose('done');
		expect(await loop([row], [row, row])).toEqual([['unknown'], ['issued', 'issued']]);
		expect(await charged()).toBe(2);
	});

	test('what two rows have lost is proven only by as many additions', async () => {
		await service.lose('done', 2);
		await service.lose('never', 3);
		// So that the two are in flight together.
		await service.slow(50);
		const options = { ...RECENT, concurrency: 2 };
		const told = await loop([other, row, row], [row], { options });
		expect(told).toEqual([['issued', 'unknown', 'unknown'], ['unknown']]);
		expect(await charged()).toBe(1);
	});

	test('Retry On Fail of the pass that cleared it up does not send it again', async () => {
		await service.lose('done');
		await service.refuse({ match: { customerIdentifier: bruno._id }, times: 1 });
		const told = await loop([row], [other, row], { retryOnFail: true, maxTries: 2 });
		expect(told.at(-1)).toEqual(['issued', 'issued']);
		expect(await charged()).toBe(1);
	});
});

describe('an answer that is lost and not cleared up ends the sending of its execution (CONTRIBUTING M6)', () => {
	test.each(PROTECTIONS)('with all tries of Retry On Fail: %j', async (protection) => {
		await service.lose('never', 2);
		// n8n tries again where the first item has failed.
		const sheet = [{ ...rows[0], amount: 'bad', key: 'k0' }, ...rows];
		const options = { ...protection, concurrency: 1 };
		const { outcomes } = await service.addOn(sheet, options, { retryOnFail: true, maxTries: 3 });
		expect(outcomes).toEqual(['rejected', 'issued', 'unknown', 'notAttempted']);
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test.each([RECENT, OFF, KEY])('with all passes of a loop: %j', async (protection) => {
		await service.lose('never', 2);
		const rowsOf = () => [{ json: rows[2] }];
		const options = { ...protection, concurrency: 1 };
		const passes = await service.loop(rows.slice(0, 2), options, { passes: 2, rowsOf });
		expect(passes[1].errors.map(outcomeOf)).toEqual(['notAttempted']);
		expect(await service.asked(ISSUE)).toBe(2);
	});

	const elsewhere = { ledgerTable: 'Another ledger' };
	test.each([
		[RECENT, 5, {}],
		[OFF, 5, {}],
		[RECENT, 6, {}],
		[OFF, 6, {}],
		[OFF, 5, elsewhere],
		[KEY, 5, elsewhere],
	])('with nodes behind its error output: %j, %i BRL, %j', async (protection, amount, options) => {
		await service.listLate(300);
		await service.lose('done');
		const parameters = addParameters(protection);
		const workflow = workflowOf({
			rows: [{ ...row, key: 'k' }],
			nodes: [
				gmcNode({ name: 'First', parameters, onError: 'continueErrorOutput' }),
				gmcNode({ parameters: { ...parameters, amount, options } }),
			],
		});
		const failed = await service.runWorkflow(workflow);
		// An equal row takes over what the first node has lost.
		expect(failed.error?.message).toMatch(
			/an answer was lost earlier in this execution|An earlier try sent this row and lost the answer/,
		);
		await service.retryOf(failed, workflow);
		expect(await service.asked(ISSUE)).toBe(1);
	});
});

test.each([OFF, RECENT])('a pass that begins after 14 days pays its rows: %j', async (options) => {
	const bad = { ...row, amount: 'bad' } as unknown as typeof row;
	const before = async () => passTime({ seconds: 15 * 86_400 });
	const change = { passes: 2, before, rowsOf: () => [{ json: row }] };
	const passes = await service.loop([row, bad], options, change);
	expect(passes[1].items.map(outcomeOf)).toEqual(['issued']);
});

// The list shows what was lost, and another row of the execution, or another execution, finds it out first.
test.each([RECENT, OFF].flatMap((by) => ['row', 'execution'].map((who) => [by, who] as const)))(
	'what was lost stands for one row, not for every equal one that follows: %j, found by another %s',
	async (protection, who) => {
		await service.listLate(60);
		await service.lose('done');
		const passes = who === 'row' ? [row, other, row, row] : [row, row, row, row];
		const elsewhere = { ...OFF, maxPerDay: 1_000 };
		const before = async (pass: number) => {
			if (pass !== 1) return;
			passTime({ seconds: 90 });
			if (who === 'execution') await service.addOn([{ ...other, amount: 7 }], elsewhere);
		};
		// A pass whose rows are all good does not come back.
		const rowsOf = (_: unknown, pass: number) =>
			[passes[pass], { customer: 'nobody', amount: 1 }].map((json) => ({ json }));
		const first = rowsOf(undefined, 0).map(({ json }) => json);
		const change = { passes: passes.length, before, rowsOf };
		const runs = await service.loop(first, { ...protection, concurrency: 1 }, change);
		const ids = runs.flatMap(({ items }) => items.map(({ json }) => json._id));
		expect(new Set(ids).size).toBe(ids.length);
		const equal = passes.filter((one) => one === row).length;
		expect(await charged()).toBe(equal - 1);
	},
);
