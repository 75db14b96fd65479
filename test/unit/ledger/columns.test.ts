import { readTableRow, toTableRow } from '../../../nodes/Gmc/ledger/columns';
import { oldBefore } from '../../../nodes/Gmc/ledger/oldRows';
import { claimOf, readBack } from '../../../harness/key-probe/probe';

const place = {
	account: 'account',
	ledger: 'GMC top-ups',
	workflow: 'Shop',
	timeZone: 'America/Sao_Paulo',
};
const raw = { ...toTableRow(claimOf('ref'), place), id: 7 };

test('a row comes back from the table as it went in', () => {
	const { workflow } = place;
	expect(readTableRow(raw)).toEqual({ ...readBack(7, claimOf('ref')), workflow });
	expect(raw).toMatchObject({ customer: '529.982.247-25', askedAt: '2026-05-06T07:08:09.123Z' });
});

test('so does a row of a batch, with its place there', () => {
	const inBatch = { batchRef: 'batch', n: 2 };
	const row = toTableRow(claimOf('ana', { ...inBatch, label: { batch: '2026-11' } }), place);
	expect(row).toMatchObject({ batch: '2026-11', batchRef: 'batch', batchRow: 2, key: '' });
	expect(readTableRow({ ...row, id: 8 })).toMatchObject({ ...inBatch, batch: '2026-11' });
	// PostgreSQL may give a number as text.
	expect(readTableRow({ ...row, id: 8, batchRow: '2' })).toMatchObject(inBatch);
	expect(readTableRow(raw)).not.toHaveProperty('n');
});

test('people read when it was sent in the time of the workflow', () => {
	expect(raw).toMatchObject({ at: '2026-05-06 04:08:09' });
});

test.each([
	['the outcome in other letters', { outcome: ' Issued ' }, { outcome: 'issued' }],
	['numbers as text', { amount: '10.5', id: '7' }, { charge: { amount: 10.5 }, id: 7 }],
	['what only people read cleared', { key: null, customerName: null, executionId: null }, {}],
	['no identifiers', { identifiers: null }, { charge: { identifiers: ['529.982.247-25'] } }],
	['broken identifiers', { identifiers: '[1]' }, { charge: { identifiers: ['529.982.247-25'] } }],
])('can be read: %s', (_, edit, expected) => {
	expect(readTableRow({ ...raw, ...edit })).toMatchObject(expected);
});

test.each([
	[{ outcome: 'paid' }, ['outcome']],
	[{ outcome: null, amount: null }, ['outcome', 'amount']],
	[{ currency: ' ' }, ['currency']],
	[{ askedAt: 'yesterday' }, ['askedAt']],
	[{ identifiers: '[]', customer: '' }, ['customer']],
])('cannot be read: %j', (edit, unreadable) => {
	expect(readTableRow({ ...raw, ...edit })).toMatchObject({ id: 7, unreadable });
});

test.each([
	['few rows', [1_000, 50_000], undefined],
	['no thousand is crossed', [60_001, 60_999], undefined],
	['a thousand is reached', [61_000], 11_000],
	['a thousand is crossed', [60_990, 61_010], 11_010],
])('old rows: %s', (_, ids, before) => {
	expect(oldBefore(ids)).toBe(before);
});
