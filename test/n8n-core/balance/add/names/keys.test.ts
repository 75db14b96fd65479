import {
	KeyedService,
	keyedRow,
	outcomes,
	detailsOf,
} from '../../../../../harness/engine/keyedService';
import { DEMO_CUSTOMERS, ISSUE, LIST_ADDITIONS, Service } from '../../../../../harness/engine';

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;

describe('a key', () => {
	test('that nobody has used is sent, and is in the output and in the ledger', async () => {
		const run = await keyed.add([keyedRow('order 1')]);
		expect(run.items[0].json._gmc).toMatchObject({ outcome: 'issued', idempotencyKey: 'order 1' });
		expect(keyed.tables.named('GMC top-ups')?.rows).toMatchObject([
			{ key: 'order 1', outcome: 'issued', amount: 10, currency: 'BRL', customerName: ana.name },
		]);
	});

	test('that has paid is skipped with its addition, in whichever form it comes', async () => {
		const first = await keyed.add([keyedRow(1001)]);
		const again = await keyed.add([keyedRow(' 1001 ')]);
		expect(outcomes(again)).toEqual(['skipped']);
		expect(again.items[0].json._id).toBe(first.items[0].json._id);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('means the same customer by _id and by tax ID', async () => {
		await keyed.add([keyedRow('k')]);
		expect(outcomes(await keyed.add([keyedRow('k', 10, ana._id)]))).toEqual(['skipped']);
	});

	test.each([
		['amount', keyedRow('k', 11)],
		['customer', keyedRow('k', 10, bruno.taxId)],
	])('that was used for another %s is refused, and nothing is sent', async (_, changed) => {
		await keyed.add([keyedRow('k')]);
		const again = await keyed.add([changed]);
		expect(detailsOf(again)).toMatchObject({
			outcome: 'rejected',
			code: 'IDEMPOTENCY_KEY_REUSED',
			idempotencyKey: 'k',
		});
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('whose row was refused is free again, also for a corrected amount', async () => {
		await service.refuse(1);
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['rejected']);
		expect(outcomes(await keyed.add([keyedRow('k', 11)]))).toEqual(['issued']);
	});

	test('is free once its row is deleted from the ledger', async () => {
		await keyed.add([keyedRow('k')]);
		keyed.tables.drop('GMC top-ups');
		expect(outcomes(await keyed.add([keyedRow('k', 11)]))).toEqual(['issued']);
	});
});

describe('in one sheet', () => {
	test('a key that stands twice with the same content is sent once, and both rows come out', async () => {
		const run = await keyed.add([keyedRow('k'), keyedRow('other'), keyedRow('k')]);
		expect(outcomes(run)).toEqual(['issued', 'issued', 'skipped']);
		expect(run.items[2].json._id).toBe(run.items[0].json._id);
		expect(await service.asked(ISSUE)).toBe(2);
		const again = await keyed.add([keyedRow('k'), keyedRow('other'), keyedRow('k')]);
		expect(outcomes(again)).toEqual(['skipped', 'skipped', 'skipped']);
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test('a key that stands twice and has paid stays skipped in a retry', async () => {
		await keyed.add([keyedRow('k')]);
		const options = { concurrency: 1 };
		const setup = { onError: 'stopWorkflow' as const };
		await service.refuse(1);
		const failed = await keyed.add(
			[keyedRow('k'), keyedRow('new', 11), keyedRow('k')],
			options,
			setup,
		);
		const retried = await keyed.retry(failed, options, setup);
		expect(outcomes(retried)).toEqual(['skipped', 'issued', 'skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('equal content under two keys is two top-ups', async () => {
		const run = await keyed.add([keyedRow('a'), keyedRow('b')]);
		expect(outcomes(run)).toEqual(['issued', 'issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('a key that stands twice with other content is refused at every row', async () => {
		const run = await keyed.add([keyedRow('k'), keyedRow('k', 11), keyedRow('fine')]);
		expect(outcomes(run)).toEqual(['rejected', 'rejected', 'issued']);
		expect(detailsOf(run).code).toBe('IDEMPOTENCY_KEY_REUSED');
	});

	test('rows without a key are refused where others have one', async () => {
		const run = await keyed.add([keyedRow('k'), keyedRow(''), keyedRow(null)]);
		expect(outcomes(run)).toEqual(['issued', 'rejected', 'rejected']);
	});

	test.each(['', '  ', null, undefined])(
		'an expression that finds nothing (%j) is a mistake, not a row without a key',
		async (key) => {
			const run = await keyed.add([keyedRow(key)]);
			expect(outcomes(run)).toEqual(['rejected']);
			expect(run.items[0].json.error).toMatch(/the row has no Idempotency Key/);
			expect(await service.asked(ISSUE)).toBe(0);
		},
	);

	test.each([[true], [['k']], ['x'.repeat(256)], [2 ** 53]])('%j is no key', async (key) => {
		expect(outcomes(await keyed.add([keyedRow(key)]))).toEqual(['rejected']);
		expect(await service.asked(ISSUE)).toBe(0);
	});
});

test('with keys the list of additions is asked only when something is in doubt', async () => {
	await keyed.add([keyedRow('k')]);
	expect(await service.asked(LIST_ADDITIONS)).toBe(0);
});
