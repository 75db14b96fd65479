import { readTableRow, toTableRow } from '../../../nodes/Gmc/ledger/columns';
import { claimOf } from '../../../harness/engine/claims';

const place = {
	account: 'account',
	ledger: 'GMC top-ups',
	workflow: 'Shop',
	timeZone: 'America/Sao_Paulo',
};
const TODAYS = new Set(['account']);
const read = (row: Parameters<typeof readTableRow>[0]) => readTableRow(row, TODAYS);
const raw = { ...toTableRow(claimOf('ref'), place), id: 7 };

test('a row comes back from the table as it went in', () => {
	const { workflow, account } = place;
	// Without what only people read.
	const { label, ...kept } = claimOf('ref');
	expect(read(raw)).toEqual({
		id: 7,
		...kept,
		key: label!.key,
		executionId: '7',
		workflow,
		account,
	});
	expect(raw).toMatchObject({
		// For people, in the time of the workflow.
		at: '2026-05-06 04:08:09',
		customer: '529.982.247-25',
		askedAt: '2026-05-06T07:08:09.123Z',
	});
});

test('so does a row of a batch, with its place there, and when it was settled', () => {
	const inBatch = { set: 'batch', n: 2, settledAt: Date.UTC(2026, 4, 6, 7, 9) };
	const row = toTableRow(claimOf('ana', { ...inBatch, label: { batch: '2026-11' } }), place);
	expect(row).toMatchObject({ batch: '2026-11', setRef: 'batch', rowNumber: 2, key: '' });
	expect(read({ ...row, id: 8 })).toMatchObject({ ...inBatch, batch: '2026-11' });
	// PostgreSQL may give a number as text.
	expect(read({ ...row, id: 8, rowNumber: '2' })).toMatchObject(inBatch);
});

test('of another account it is foreign, unless that counts as today’s', () => {
	expect(read({ ...raw, account: 'theirs' })).toMatchObject({ account: 'theirs', isForeign: true });
	expect(readTableRow(raw, new Set(['another', 'account']))).not.toHaveProperty('isForeign');
});

test.each([
	['the outcome in other letters', { outcome: ' Issued ' }, { outcome: 'issued' }],
	['numbers as text', { amount: '10.5', id: '7' }, { charge: { amount: 10.5 }, id: 7 }],
	['what only people read cleared', { key: null, customerName: null, executionId: null }, {}],
	['no identifiers', { identifiers: null }, { charge: { identifiers: ['529.982.247-25'] } }],
	['broken identifiers', { identifiers: '[1]' }, { charge: { identifiers: ['529.982.247-25'] } }],
])('can be read: %s', (_, edit, expected) => {
	expect(read({ ...raw, ...edit })).toMatchObject(expected);
});

test.each([
	['amount', { amount: null, currency: 'R$' }, ['amount']],
	['a changed amount', { amount: 105 }, ['amount', 'currency']],
	['a changed currency', { currency: 'USD' }, ['amount', 'currency']],
])('cannot be read: %s', (_, edit, unreadable) => {
	expect(read({ ...raw, ...edit })).toMatchObject({ unreadable });
});
