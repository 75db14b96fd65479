import { sleep } from 'n8n-workflow';
import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../../../harness/engine';
import { PART } from '../../../../../nodes/Gmc/actions/balance/add/send';

// What ends a sheet of several parts when one of them cannot be claimed.

jest.setTimeout(60_000);

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
const usual = PART.rows;
beforeAll(() => void (PART.rows = 5));
afterAll(() => void (PART.rows = usual));

// The table is there already.
beforeEach(async () => void (await keyed.add([keyedRow('before', 9)])));

const STOP = { onError: 'stopWorkflow' } as const;
const sheetOf = (count: number) =>
	Array.from({ length: count }, (_, n) => keyedRow(`k${n}`, 10 + n));

/** What became of the rows, by n8n's output or its error. */
function told(run: Awaited<ReturnType<typeof keyed.add>>): string[] {
	if (run.error === undefined) return outcomes(run).map(String);
	const { rows } = run.error.context.data as { rows: Array<{ outcome: string }> };
	return rows.map(({ outcome }) => outcome);
}

const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);

test.each([{}, STOP])('a table that fails at a claim ends the run %p', async (setup) => {
	let inserts = 0;
	keyed.tables.before = (operation) => {
		// Claims, what became of them, and the claims of the next part.
		if (operation === 'row insert' && ++inserts === 3) throw new Error('database is locked');
	};
	const run = await keyed.add(sheetOf(20), { concurrency: 1 }, setup);
	expect(told(run)).toEqual([...times(5, 'issued'), ...times(15, 'notAttempted')]);
});

test('under Stop Workflow, a row that is refused when it is claimed keeps back its whole part', async () => {
	let isUsed = false;
	keyed.tables.before = async () => {
		if (isUsed || (await service.asked(ISSUE)) < 4) return;
		isUsed = true;
		await keyed.add([keyedRow('k7', 99)]);
	};
	const run = await keyed.add(sheetOf(20), { concurrency: 1 }, STOP);
	const refused = [...times(2, 'notAttempted'), 'rejected', ...times(12, 'notAttempted')];
	expect(told(run)).toEqual([...times(5, 'issued'), ...refused]);
	expect(await service.charged(ana.taxId, 99)).toBe(1);
});

test('a row that another run has left open meanwhile holds up no part behind it', async () => {
	let isUsed = false;
	keyed.tables.before = async () => {
		if (isUsed || (await service.asked(ISSUE)) < 4) return;
		isUsed = true;
		await service.lose('never');
		await keyed.add([keyedRow('k7', 17)]);
	};
	const run = await keyed.add(sheetOf(20), { concurrency: 1 });
	expect(told(run)).toEqual([...times(7, 'issued'), 'unknown', ...times(12, 'issued')]);
});

test('a claim that was written and is not there is not sent', async () => {
	keyed.tables.before = (operation) => {
		if (operation !== 'row get') return;
		for (const table of keyed.tables.tables) {
			table.rows = table.rows.filter(({ amount }) => amount !== 12);
		}
	};
	const run = await keyed.add(sheetOf(5), { concurrency: 1 });
	expect(told(run)[2]).toBe('notAttempted');
	expect(await service.charged(ana.taxId, 12)).toBe(0);
});

describe('a table that takes longer than half of a hold', () => {
	/** A claim is held for two seconds. */
	const options = { hold: 0, timeout: 1, concurrency: 1 };

	test('ends the run after some parts', async () => {
		keyed.tables.before = async (operation) => {
			if (operation === 'row insert') await sleep(1_100);
		};
		const run = await keyed.add(sheetOf(5), options);
		expect(told(run)).toEqual(times(5, 'notAttempted'));
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('and cannot give claims back ends it at once', async () => {
		let inserts = 0;
		keyed.tables.before = async (operation) => {
			if (operation === 'row deleteRows') throw new Error('database is locked');
			if (operation !== 'row insert') return;
			inserts++;
			await sleep(1_100);
		};
		const run = await keyed.add(sheetOf(5), options);
		expect(told(run)).toEqual(times(5, 'notAttempted'));
		expect(inserts).toBe(1);
	});
});
