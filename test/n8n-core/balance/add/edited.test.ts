import type { IDataObject } from 'n8n-workflow';
import { BATCH, ISSUE, KEY, OFF, RECENT } from './given';
import { ana, bruno, row } from './people';
import { AFTER_HOLD, detailsOf, errorOf, passTime, Service, times } from './support';

// People edit the ledger. What they write is read as they mean it; what cannot be read may be anything.
// promises.md P29

const service = Service.forThisFile();
const edit = (changes: IDataObject, at = 0) => Object.assign(service.ledger[at], changes);
const add = async (rows: IDataObject[], protection: IDataObject = KEY) =>
	await service.addOn(rows, protection);
const k = row(10, { key: 'k' });

const UNREADABLE: Array<[string, IDataObject]> = [
	['outcome', { outcome: 'paid by hand' }],
	['outcome', { outcome: null }],
	['amount', { amount: null }],
	['currency', { currency: ' ' }],
	['customer', { customer: '', identifiers: '' }],
	['askedAt', { askedAt: 'yesterday' }],
];

describe.each(UNREADABLE)('an entry whose %s cannot be read (%j)', (column, changes) => {
	test('stops its own key, and no other', async () => {
		await add([row(11), k]);
		edit(changes, 1);
		const run = await add([row(11), k, row(12)]);
		expect(run.outcomes).toEqual(['skipped', 'notAttempted', 'issued']);
		expect(errorOf(run, 1)).toBe(
			`Ana Souza (row 2): not sent, because row ${service.ledger[1].id} of the ledger (Data Table "GMC top-ups", key "k") cannot be read, or was changed: ${column}`,
		);
		expect(detailsOf(run, 1).description).toMatch(
			/after 20.*, then set outcome to "issued" if it is there and has not failed/,
		);
		expect(await service.asked(ISSUE)).toBe(3);
	});

	test('owns the addition that it names', async () => {
		const first = await add([k]);
		edit(changes);
		const action = { type: 'wrongAnswer', differs: 'earlierAddition', commit: false } as const;
		await service.fault(action, 1);
		const run = await add([row(10, { key: 'other' })]);
		expect(run.outcomes).toEqual(['unknown']);
		expect(detailsOf(run).candidates).not.toContain(first.items[0].json._id);
	});

	test('holds rows that may equal it, where it is in doubt', async () => {
		await service.lose('never');
		await add([k], RECENT);
		edit(changes);
		const other = column === 'customer' ? row(11) : row(10, { customer: bruno.taxId });
		const run = await add([k, other], { ...RECENT, dryRun: true });
		expect(run.outcomes).toEqual(['notAttempted', 'planned']);
		expect(errorOf(run)).toMatch(`cannot be read, or was changed: ${column}`);
	});
});

test('an unreadable entry holds the sheet back where the run stops at a bad row', async () => {
	await add([k]);
	edit({ outcome: 'paid by hand' });
	const { error } = await service.add([row(11), k], KEY);
	expect(error?.message).toMatch(/cannot be read, or was changed: outcome/);
	expect(await service.asked(ISSUE)).toBe(1);
});

describe('an entry of a batch', () => {
	const sheet = [row(4)];
	beforeEach(async () => void (await add(sheet, BATCH)));

	test.each([
		['amount', { amount: 'four' }],
		['rowNumber', { rowNumber: null }],
	])('whose %s cannot be read holds back the rows of its customer', async (column, changes) => {
		edit(changes);
		const run = await add(sheet, BATCH);
		expect(run.outcomes).toEqual(['notAttempted']);
		const [{ id }] = service.ledger;
		expect(errorOf(run)).toMatch(`row ${id} of the ledger (Data Table "GMC top-ups"`);
		expect(errorOf(run)).toMatch(`cannot be read, or was changed: ${column}`);
		expect(service.ledger).toHaveLength(1);
	});

	test('keeps its meaning where only labels are edited', async () => {
		edit({ batch: '', customer: '', customerName: '', at: '' });
		expect((await add(sheet, BATCH)).outcomes).toEqual(['skipped']);
	});
});

test.each([KEY, BATCH])('what people reject, or delete, is free: they say so (%j)', async (by) => {
	await add([k], by);
	edit({ outcome: ' Rejected ' });
	expect((await add([{ ...k, amount: 8 }], by)).outcomes).toEqual(['issued']);
	service.ledger = [];
	expect((await add([k], by)).outcomes).toEqual(['issued']);
	expect(await service.asked(ISSUE)).toBe(3);
});

test.each([RECENT, KEY, BATCH])('a deleted open entry is sent by a Retry (%j)', async (by) => {
	await service.lose('never');
	const failed = await service.add([k], by);
	service.ledger = [];
	expect((await service.retryOn(failed, by)).outcomes).toEqual(['issued']);
	passTime(AFTER_HOLD);
	expect((await service.retryOn(failed, by)).outcomes).not.toContain('unknown');
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test.each([
	['Unknown', 'DUPLICATE_SUSPECTED'],
	['SENDING', 'BUSY'],
	['ISSUED', 'DUPLICATE_SUSPECTED'],
	['Rejected ', undefined],
])('under Recent, an open entry set to %j makes an equal row %s', async (outcome, code) => {
	await service.lose('never');
	await add([k], RECENT);
	edit({ outcome });
	expect((await add([k], RECENT)).codes).toEqual([code]);
});

test.each([
	['without naming the addition', 'Issued', () => ''],
	['and has pasted the addition with a line break', 'issued', (id: string) => `${id}\n`],
	['and has written the addition in capitals', 'issued', (id: string) => id.toUpperCase()],
])('what a person has said to be paid, %s, keeps its addition', async (_, outcome, write) => {
	await service.listLate(120);
	await service.lose('done');
	await add([k]);
	await service.lose('never');
	await add([row(10, { key: 'never done' })]);
	passTime({ seconds: 180 });
	const [{ json }] = (await service.getAdditions()).items;
	edit({ outcome, additionId: write(String(json._id)) });
	passTime(AFTER_HOLD);
	const { outcomes } = await add([row(10, { key: 'never done' }), k]);
	expect(outcomes).toEqual(['issued', 'skipped']);
	expect(await service.charged(ana.taxId, 10)).toBe(2);
});

test('an askedAt that cannot be read stops no other key, days later', async () => {
	await service.listLate(120);
	await service.lose('never');
	await add([row(10, { key: 'bad' })]);
	await service.lose('done');
	await add([k]);
	const aDay = { seconds: 24 * 60 * 60 };
	passTime(aDay);
	await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
	passTime(aDay);
	edit({ askedAt: 'yesterday' });
	expect((await add([k])).outcomes).toEqual(['skipped']);
});

// A row without a key is lost on its way, then an equal one with a key is paid: whose is the addition of that one?
const LOST = { ...OFF, concurrency: 1 };

test.each([
	['issued', 'unknown', false],
	['Issued', 'unknown', false],
	['no word', 'unknown', false],
	['unknown', 'unknown', true],
	['sending', 'unknown', true],
	['rejected', 'issued', false],
])("an addition of a key's, %s: an equal open row is %s", async (outcome, told, isCandidate) => {
	await service.lose('never');
	const failed = await service.add([k], LOST);
	const paid = await add([row(10, { key: 'order 1' })]);
	edit({ outcome }, 1);
	const run = await service.retryOn(failed, LOST);
	expect(run.outcomes).toEqual([told]);
	const { _id } = paid.items[0].json;
	if (told === 'issued') expect(run.items[0].json._id).toBe(_id);
	else expect(detailsOf(run).candidates).toEqual(isCandidate ? [_id] : []);
});

test.each<[IDataObject, IDataObject, unknown[]]>([
	[OFF, { amount: 10.5 }, times(2, 'notAttempted')],
	[RECENT, { amount: 10.5 }, times(2, 'notAttempted')],
	[OFF, { currency: 'R$' }, times(2, 'notAttempted')],
	[OFF, { currency: ' brl ', customer: 'Ana', account: '', key: 'x' }, ['issued', 'issued']],
])('a Retry under %j pays nothing twice, edited to %j', async (protection, changes, outcomes) => {
	const options = { ...protection, concurrency: 1 };
	await service.refuse({ match: { amount: 3 }, times: 1 });
	const failed = await service.add([row(10), row(3)], options);
	edit(changes);
	const run = await service.retryOn(failed, options);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
	expect(run.outcomes).toEqual(outcomes);
	if (outcomes[0] !== 'issued') expect(run.codes[0]).toBe('LEDGER_ROW_UNREADABLE');
});
