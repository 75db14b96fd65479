import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../harness/engine/dataTables';
import type { GmcNodeSetup } from '../../../harness/engine/engine';
import { Service } from '../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { found, reconcileWith, sheetRow, told } from './reconcile-support';

// Which additions are of the period, in a workflow whose zone is America/Sao_Paulo (three hours behind UTC).

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;

const reconcile = async (
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
) => await reconcileWith(service, new DataTables(), rows, options, setup);

const madeAt = async (createdAt: string, amount = 10) =>
	await service.admin.createAddition({ customerIdentifier: ana._id, amount, createdAt });

const DAY = { since: '2026-03-10', until: '2026-03-10' };
const sheet = [sheetRow(1), sheetRow(2), sheetRow(3), sheetRow(4)];

/** One just before and one just after each end of 10 March in the workflow's zone. */
async function aroundTheDay() {
	await madeAt('2026-03-10T02:59:50Z', 1);
	await madeAt('2026-03-10T03:00:00Z', 2);
	await madeAt('2026-03-11T02:59:59Z', 3);
	await madeAt('2026-03-11T03:00:10Z', 4);
}

const OF_DAY = ['notListed', 'listed', 'listed', 'notListed'];

test.each([
	{ timeZone: 'America/Sao_Paulo', finalDateInclusive: true },
	{ timeZone: 'Pacific/Kiritimati', finalDateInclusive: false },
])('a day is that of the workflow, where GMC counts days by %j', async (list) => {
	await service.restart({ list });
	await aroundTheDay();
	expect(found(await reconcile(sheet, DAY))).toEqual(OF_DAY);
});

test('both ends may have a time', async () => {
	await aroundTheDay();
	const options = { since: '2026-03-10T00:00:00', until: '2026-03-11T02:59:58Z' };
	const expected = ['notListed', 'listed', 'uncertain', 'notListed'];
	expect(found(await reconcile(sheet, options))).toEqual(expected);
});

test.each(['T00:00', 'T00:00:00.000', ' 00:00:00'])(
	"a day is a whole one, as n8n's date picker writes it, too (%j)",
	async (midnight) => {
		await aroundTheDay();
		const day = `2026-03-10${midnight}`;
		expect(found(await reconcile(sheet, { since: day, until: day }))).toEqual(OF_DAY);
	},
);

test('an instant with a zone is one, and a period has two', async () => {
	await aroundTheDay();
	const midnight = '2026-03-11T00:00:00-03:00';
	expect(found(await reconcile(sheet, { ...DAY, until: midnight }))).toEqual(OF_DAY);
	const { error } = await reconcile(sheet, { since: midnight, until: midnight });
	expect(error?.message).toBe('Start Date is not before End Date');
});

test('without since and until it is today, up to now', async () => {
	await madeAt(new Date(Date.now() - 25 * 3_600_000).toISOString(), 1);
	// GMC's clock may be ahead.
	await service.admin.advanceClock({ seconds: 30 });
	await service.admin.createAddition({ customerIdentifier: ana._id, amount: 2 });
	expect(found(await reconcile(sheet.slice(0, 2)))).toEqual(['notListed', 'listed']);
});

test('what has no readable time proves nothing, and is shown', async () => {
	await service.restart({ timestamps: { createdAtFormat: 'epochMicroseconds' } });
	await madeAt('2026-03-10T15:00:00Z', 1);
	await madeAt('2026-03-10T15:00:00Z', 5);
	const run = await reconcile(sheet.slice(0, 2), DAY);
	expect(found(run)).toEqual(['uncertain', 'notListed', 'onlyListed']);
});

describe('what equals a row, and may be of the period', () => {
	test("was made while GMC's clock was behind", async () => {
		await service.restart({ timestamps: { dateHeader: 'ofSandboxClock' } });
		await service.admin.freezeClock(new Date(Date.now() - 20 * 60_000).toISOString());
		const start = new Date().toISOString();
		const { _id } = await service.admin.createAddition({ customerIdentifier: ana._id, amount: 1 });
		const run = await reconcile([sheetRow(1)], { since: start });
		expect(told(run)[0]).toMatchObject({ found: 'uncertain', additionId: _id });
	});

	test('has a time that names no zone', async () => {
		await service.restart({
			list: { timeZone: 'America/Sao_Paulo' },
			timestamps: { createdAtFormat: 'yyyyMMddHHmmss' },
		});
		// 00:30 on the 11th by the workflow, 21:30 on the 10th by GMC.
		await madeAt('2026-03-11T00:30:00Z', 1);
		const day = { since: '2026-03-11', until: '2026-03-11' };
		expect(found(await reconcile([sheetRow(1)], day, { timezone: 'UTC' }))).toEqual(['uncertain']);
	});

	test('is one row only', async () => {
		await madeAt('2026-03-11T03:00:02Z', 1);
		const twice = await reconcile([sheetRow(1), sheetRow(1)], DAY);
		expect(found(twice)).toEqual(['uncertain', 'notListed']);
		await madeAt('2026-03-11T02:59:20Z', 1);
		expect(found(await reconcile([sheetRow(1)], DAY))).toEqual(['listed', 'onlyListed']);
	});
});

test.each([
	[{ since: 'yesterday' }, 'Start Date is not a date'],
	[{ since: '2026-03-11', until: '2026-03-10' }, 'Start Date is not before End Date'],
])('%j is refused before anything is asked', async (options, message) => {
	const { error } = await reconcile(sheet, options);
	expect(error?.message).toBe(message);
	const run = await reconcile(sheet, options, { onError: 'continueRegularOutput' });
	expect(run.items).toHaveLength(4);
	expect(run.items[0].json.error).toBe(`Row 1: ${message}`);
	expect(await service.admin.journal()).toEqual([]);
});
