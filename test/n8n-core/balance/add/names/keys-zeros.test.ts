import {
	detailsOf,
	KeyedService,
	keyedRow,
	outcomes,
} from '../../../../../harness/engine/keyedService';
import { DEMO_CUSTOMERS, Service } from '../../../../../harness/engine';

// What a spreadsheet makes of a key must not make it another one.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
const REUSED = 'IDEMPOTENCY_KEY_REUSED';

test.each([
	['000123', 123],
	['123', '000123'],
	['00', 0],
])(
	'a key %j is known: %j is refused, whatever it pays, and says what may have happened',
	async (known, eaten) => {
		await keyed.add([keyedRow(known)]);
		for (const amount of [10, 11]) {
			const run = await keyed.add([keyedRow(eaten, amount), keyedRow(`other ${amount}`, 12)], {});
			expect(outcomes(run)).toEqual(['rejected', 'issued']);
			expect(detailsOf(run)).toMatchObject({ code: REUSED });
			expect(run.items[0].json.error).toMatch(
				new RegExp(
					`^Row 1: the ledger knows the Idempotency Key "${known}" \\(10 BRL, .*\\), but this row says "${eaten}"$`,
				),
			);
			expect(detailsOf(run).description).toMatch(/^A spreadsheet may have dropped or added zeros/);
		}
		expect(await service.charged(ana.taxId, 10)).toBe(1);
		expect(outcomes(await keyed.add([keyedRow(known)]))).toEqual(['skipped']);
	},
);

test('in doubt, it is refused as well, and sends nothing', async () => {
	await service.lose('never');
	expect(outcomes(await keyed.add([keyedRow('000123')]))).toEqual(['unknown']);
	const run = await keyed.add([keyedRow('123')], { hold: 0 });
	expect(detailsOf(run)).toMatchObject({ outcome: 'rejected', code: REUSED });
	expect(await service.charged(ana.taxId)).toBe(0);
});

test('in one sheet, both are refused, and no other row', async () => {
	const run = await keyed.add([keyedRow('000123'), keyedRow(123), keyedRow('7', 11)]);
	expect(outcomes(run)).toEqual(['rejected', 'rejected', 'issued']);
	expect([detailsOf(run).code, detailsOf(run, 1).code]).toEqual([REUSED, REUSED]);
	expect(run.items[1].json.error).toBe(
		'Row 2: the Idempotency Keys "000123" and "123" of this sheet differ only in leading zeros',
	);
	expect(await service.charged(ana.taxId, 10)).toBe(0);
});

test('a key whose cell people have emptied has paid all the same', async () => {
	await keyed.add([keyedRow('000123')]);
	keyed.tables.named('GMC top-ups').rows[0].key = null;
	expect(outcomes(await keyed.add([keyedRow('000123')]))).toEqual(['skipped']);
	expect(outcomes(await keyed.add([keyedRow('123')]))).toEqual(['skipped']);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('keys that look the same are the same', async () => {
	await keyed.add([keyedRow('Café 7')]);
	const again = ['\ufeffCafe\u0301 7', 'Caf\u00e9\u00a07 ', 'Ca\u00adfé\u200b 7'];
	for (const key of again) expect(outcomes(await keyed.add([keyedRow(key)]))).toEqual(['skipped']);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});
