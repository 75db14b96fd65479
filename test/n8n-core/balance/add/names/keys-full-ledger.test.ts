import {
	detailsOf,
	KeyedService,
	keyedRow,
	outcomes,
} from '../../../../../harness/engine/keyedService';
import type { TableOperation } from '../../../../../harness/engine/dataTables';
import { ISSUE, Service } from '../../../../../harness/engine';
import { PART } from '../../../../../nodes/Gmc/actions/balance/add/send';

// At the size limit of n8n's Data Tables inserts and updates fail, and reads and deletes go on.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);

const COUNT = 10;
/** Rows of a part. */
const CLAIMED = 7;
const usual = PART.rows;
beforeAll(() => void (PART.rows = CLAIMED));
afterAll(() => void (PART.rows = usual));
const sheet = Array.from({ length: COUNT }, (_, n) => keyedRow(`k${n}`, 10 + n));
const slow = { concurrency: 1 };

/** Lets so many rows be claimed, and then n8n refuses these writes. */
function fillUpAfterFirstClaim(refused: TableOperation[]): void {
	let writes = 0;
	keyed.tables.before = (operation) => {
		if (operation === 'row insert') writes++;
		if (writes > 1 && refused.includes(operation))
			throw new Error('Data table size limit exceeded: 50MB used, limit is 50MB');
	};
}

const ledgerOutcomes = () => keyed.tables.named('GMC top-ups').rows.map(({ outcome }) => outcome);
const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

describe('a ledger that is full in the middle of a run', () => {
	test('is said of what it was: rows that were issued are issued, the rest was not sent', async () => {
		fillUpAfterFirstClaim(['row insert', 'row update']);
		const run = await keyed.add(sheet, slow);
		expect(outcomes(run)).toEqual([
			...times(CLAIMED, 'issued'),
			...times(COUNT - CLAIMED, 'notAttempted'),
		]);
		expect(run.items[CLAIMED].json.error).toMatch(/cannot be used.*size limit exceeded/);
		expect(detailsOf(run, CLAIMED).description).toMatch(/N8N_DATA_TABLES_MAX_SIZE_BYTES/);
		expect(await service.asked(ISSUE)).toBe(CLAIMED);

		const told = run.hints.join('\n');
		expect(told).toMatch(/7 rows were paid.*still says sending.*GMC's list/);
		expect(told).toMatch(/N8N_DATA_TABLES_MAX_SIZE_BYTES/);
		expect(told).not.toMatch(/not sent|shows what each key has paid/);
		expect(ledgerOutcomes()).toEqual(times(CLAIMED, 'sending'));
	});

	test('costs nobody: the next run finds what was issued, and sends the rest', async () => {
		fillUpAfterFirstClaim(['row insert', 'row update']);
		await keyed.add(sheet, slow);
		keyed.tables.before = () => {};
		const again = await keyed.add(sheet, slow);
		expect(outcomes(again)).toEqual([
			...times(CLAIMED, 'skipped'),
			...times(COUNT - CLAIMED, 'issued'),
		]);
		expect(await service.asked(ISSUE)).toBe(COUNT);
	});

	test('says so of rows that were not issued, too', async () => {
		await service.refuse(1);
		fillUpAfterFirstClaim(['row insert', 'row update']);
		const { hints } = await keyed.add(sheet, slow);
		expect(hints.join('\n')).toMatch(/6 rows were paid.*1 row was not paid/s);
	});

	test('says nothing of what it turned out to know', async () => {
		await service.lose('done');
		let isRefused = false;
		keyed.tables.before = (operation) => {
			if (operation !== 'row update' || isRefused) return;
			isRefused = true;
			throw new Error('database is locked');
		};
		const run = await keyed.add([keyedRow('k')]);
		expect([isRefused, ...outcomes(run), ...ledgerOutcomes()]).toEqual([true, 'issued', 'issued']);
		expect(run.hints.join()).not.toMatch(/sending/);
	});

	test('is settled by update where it takes updates still', async () => {
		fillUpAfterFirstClaim(['row insert']);
		const run = await keyed.add(sheet, slow);
		const rows = keyed.tables.named('GMC top-ups').rows;
		const made = run.items.slice(0, CLAIMED).map(({ json }) => json._id);
		expect(rows.map(({ outcome }) => outcome)).toEqual(times(CLAIMED, 'issued'));
		expect(rows.map(({ additionId }) => additionId)).toEqual(made);
		expect(run.hints.join()).not.toMatch(/still says/);
	});
});
