import type { IDataObject } from 'n8n-workflow';
import {
	detailsOf,
	KeyedService,
	keyedRow,
	outcomes,
} from '../../../../../harness/engine/keyedService';
import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../../../harness/engine';

// People edit the ledger. What they write is read as they mean it; what cannot be read may be anything.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;

const ledger = () => keyed.tables.named('GMC top-ups').rows;
const edit = (changes: IDataObject, at = 0) => Object.assign(ledger()[at], changes);
const loseAnswer = async () => await service.lose('never');
const keyless = async (rows: IDataObject[], options: IDataObject = {}) =>
	await keyed.add(rows, options, { parameters: { idempotencyKey: '' } });

const UNREADABLE: Array<[string, IDataObject]> = [
	['outcome', { outcome: 'paid by hand' }],
	['outcome', { outcome: null }],
	['amount', { amount: null }],
	['currency', { currency: ' ' }],
	['customer', { customer: '', identifiers: '' }],
	['askedAt', { askedAt: 'yesterday' }],
];

describe('a row of the ledger that cannot be read', () => {
	test.each(UNREADABLE)('stops its own key, and no other (%s: %j)', async (column, changes) => {
		await keyed.add([keyedRow('paid', 11), keyedRow('k')]);
		edit(changes, 1);
		const run = await keyed.add([keyedRow('paid', 11), keyedRow('k'), keyedRow('new', 12)]);
		expect(outcomes(run)).toEqual(['skipped', 'notAttempted', 'issued']);
		expect(run.items[1].json.error).toBe(
			`Row 2: not sent, because row 2 of the ledger (Data Table "GMC top-ups", key "k") cannot be read: ${column}`,
		);
		expect(detailsOf(run, 1).description).toMatch(/Set outcome to "issued" if it was paid/);
		expect(await service.asked(ISSUE)).toBe(3);
	});

	test('holds the sheet back where the run stops at a bad row', async () => {
		await keyed.add([keyedRow('k')]);
		edit({ outcome: 'paid by hand' });
		const sheet = [keyedRow('new', 11), keyedRow('k')];
		const { error } = await keyed.add(sheet, {}, { onError: 'stopWorkflow' });
		expect(error?.message).toMatch(/cannot be read: outcome/);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('frees its key all the same once it is rejected', async () => {
		await keyed.add([keyedRow('k')]);
		edit({ outcome: 'rejected', amount: null, additionId: '' });
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
	});

	test('is paid again once people have rejected it, whatever it had paid: they say so', async () => {
		await keyed.add([keyedRow('k')]);
		edit({ outcome: 'rejected' });
		expect(outcomes(await keyed.add([keyedRow('k', 8)]))).toEqual(['issued']);
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test.each(UNREADABLE)('owns the addition that it names (%s: %j)', async (_, changes) => {
		const first = await keyed.add([keyedRow('first')]);
		edit(changes);
		const action = { type: 'wrongAnswer', differs: 'earlierAddition', commit: false } as const;
		await service.admin.addFault({ route: ISSUE, nth: 1, action });
		const run = await keyed.add([keyedRow('k')]);
		expect(outcomes(run)).toEqual(['unknown']);
		expect(JSON.stringify(detailsOf(run).candidates)).not.toContain(first.items[0].json._id);
	});

	test('in doubt lets another key find its addition', async () => {
		await loseAnswer();
		await keyed.add([keyedRow('first', 11)]);
		edit({ askedAt: '' });
		await service.lose('done');
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
	});

	test.each(UNREADABLE)(
		'in doubt holds rows that may equal it (%s: %j)',
		async (column, changes) => {
			await loseAnswer();
			await keyless([keyedRow('', 10)]);
			edit(changes);
			const other = column === 'customer' ? keyedRow('', 11) : keyedRow('', 10, bruno.taxId);
			const run = await keyless([keyedRow('', 10), other], { dryRun: true });
			expect(outcomes(run)).toEqual(['notAttempted', 'planned']);
			expect(run.items[0].json.error).toMatch(`cannot be read: ${column}`);
			expect(await service.asked(ISSUE)).toBe(1);
		},
	);
});

describe('an outcome with capitals and blanks', () => {
	test.each([
		['Unknown', 'DUPLICATE_SUSPECTED'],
		[' unknown ', 'DUPLICATE_SUSPECTED'],
		['SENDING', 'BUSY'],
	])('%j refuses an equal row: %s', async (outcome, code) => {
		await loseAnswer();
		await keyless([keyedRow('', 10)]);
		edit({ outcome });
		const recent = { duplicateProtection: 'recent' };
		const [{ json }] = (await keyless([keyedRow('', 10)], recent)).items;
		expect(json.details).toMatchObject({ code });
	});

	test.each([
		['ISSUED', 'rejected'],
		[' Rejected ', 'issued'],
	])('%j is not open: an equal row is %s', async (outcome, expected) => {
		await loseAnswer();
		await keyless([keyedRow('', 10)]);
		edit({ outcome });
		const recent = { duplicateProtection: 'recent' };
		expect(outcomes(await keyless([keyedRow('', 10)], recent))).toEqual([expected]);
	});

	test('shares in what the list shows', async () => {
		await service.listLate(3_600);
		await loseAnswer();
		expect(outcomes(await keyed.add([keyedRow('first')]))).toEqual(['unknown']);
		edit({ outcome: 'Unknown' });
		await service.lose('done');
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['unknown']);
		await service.admin.advanceClock({ seconds: 3_700 });
		// One addition, and two keys that may have made it.
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['unknown']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});
});
