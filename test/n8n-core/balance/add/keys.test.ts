import type { IDataObject } from 'n8n-workflow';
import { BATCH, ISSUE, KEY, LIST_ADDITIONS, LOOK_UP_ADDITION } from './given';
import { ana, bruno } from './people';
import { AFTER_HOLD, another, detailsOf, errorOf, passTime, Service, times } from './support';

// A key names a row for good. What may have become of it: comes-again.test.ts, in-doubt.test.ts.
// promises.md P5, P7, P8

const service = Service.forThisFile();
const REUSED = 'IDEMPOTENCY_KEY_REUSED';
const row = (key: unknown, amount: unknown = 10, customer = ana.taxId) =>
	({ key, amount, customer }) as IDataObject;
const add = async (...rows: IDataObject[]) => await service.addOn(rows, KEY);

describe('a key', () => {
	test('that nobody has used is sent, and is in the output and in the ledger', async () => {
		const { items } = await add(row('order 1'));
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', idempotencyKey: 'order 1' });
		expect(service.ledger).toMatchObject([
			{ key: 'order 1', outcome: 'issued', amount: 10, currency: 'BRL', customerName: ana.name },
		]);
		// The list is asked only when something is in doubt.
		expect(await service.asked(LIST_ADDITIONS)).toBe(0);
	});

	test.each([
		[1001, ' 1001 '],
		['Café 7', '\ufeffCafe\u0301 7'],
		['Café 7', 'Ca\u00adf\u00e9\u200b\u00a07'],
	])('%j that has paid is skipped with its addition, also as %j', async (known, again) => {
		const first = await add(row(known));
		for (const customer of [ana.taxId, ana._id]) {
			const run = await add(row(again, 10, customer));
			expect(run.outcomes).toEqual(['skipped']);
			expect(run.items[0].json._id).toBe(first.items[0].json._id);
		}
		expect(await service.asked(ISSUE)).toBe(1);
	});

	const OTHERS = [row('k', 11), row('k', 10, bruno.taxId), { ...row('k'), currency: 'USD' }];
	test.each(OTHERS)('that was used for other content is refused: %j', async (changed) => {
		await add(row('k'));
		const run = await add(changed);
		expect(detailsOf(run)).toMatchObject({
			outcome: 'rejected',
			code: REUSED,
			idempotencyKey: 'k',
		});
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('that was never sent is free for other content, once its hold is over', async () => {
		await service.lose('never');
		expect((await add(row('k'))).outcomes).toEqual(['unknown']);
		expect((await add(row('k', 11))).codes).toEqual([REUSED]);
		passTime(AFTER_HOLD);
		expect((await add(row('k', 11))).outcomes).toEqual(['issued']);
		expect(await service.charged(ana.taxId)).toBe(1);
	});

	test.each(['', '  ', null, true, ['k'], 'x'.repeat(256), 2 ** 53])('%j is none', async (key) => {
		const run = await add(row(key), row('other'));
		expect(run.outcomes).toEqual(['rejected', 'issued']);
		expect(errorOf(run)).toMatch(/'Idempotency Key'/);
	});
});

test('where GMC cannot be asked what became of a paid row, its status is missing', async () => {
	await add(row('k'));
	await service.refuse({ route: LOOK_UP_ADDITION }, 500);
	const { outcomes, items } = await add(row('k'));
	expect(outcomes).toEqual(['skipped']);
	expect(items[0].json.status).toBeUndefined();
});

describe('a key that stands twice in a sheet', () => {
	test('with the same content is sent once, and both rows come out', async () => {
		const sheet = [row('k'), row('other'), row('k')];
		await service.refuse({ times: 1, nth: 2 });
		expect((await add(...sheet)).outcomes).toEqual(['issued', 'rejected', 'skipped']);
		const run = await add(...sheet);
		expect(run.outcomes).toEqual(['skipped', 'issued', 'skipped']);
		expect(run.items[2].json._id).toBe(run.items[0].json._id);
		const plan = await service.addOn([row('new'), row('new')], { ...KEY, dryRun: true });
		expect(plan.outcomes).toEqual(['planned', 'skipped']);
		expect(await service.charged(ana.taxId)).toBe(2);
	});

	test('with other content is refused at every row', async () => {
		const run = await add(row('k'), row('k', 11), row('fine'));
		expect(run.outcomes).toEqual(['rejected', 'rejected', 'issued']);
		expect(run.codes[0]).toBe(REUSED);
	});

	test.each([
		['another amount', row('1001', 70)],
		['no amount', row('1001', '#N/A')],
		['another zero', row('01001', 70)],
	])('is refused only where it was not sent: the copy has %s', async (_, copy) => {
		await add(row('1001'));
		const run = await add(copy, row('1001'), row('1001'));
		expect(run.outcomes).toEqual(['rejected', 'skipped', 'skipped']);
		// It is proven not done, and the sent one is not.
		await service.lose('never');
		await add(row('1002'));
		const lost = await add(row('1002', 70), row('1002'));
		expect(lost.outcomes).toEqual(['rejected', 'unknown']);
	});

	test.each([
		['k', '1.234'],
		['k', ''],
		['007', 'ten'],
	])('pays nothing where the content of one cannot be read: %j, %j', async (key, amount) => {
		const same = key === '007' ? '7' : key;
		for (const sheet of [
			[row(key, amount), row(same)],
			[row(same), row(key, amount)],
		]) {
			const run = await add(...sheet, row('fine'));
			expect(run.outcomes.slice(0, 2)).toEqual(['rejected', 'rejected']);
			expect(run.codes).toContain(REUSED);
		}
		expect(await service.charged(ana.taxId)).toBe(1);
	});
});

describe('what a spreadsheet makes of a key', () => {
	test.each([
		['000123', 123],
		['007', 7],
		['1003.0', 1003],
		['1.004', '1004'],
		['1006,00', '1006'],
		['12.345.678', '12345678'],
		['1.000', '1'],
		['1', '1.000'],
	])('%j is known: %j is refused, whatever it pays', async (known, eaten) => {
		await add(row(known));
		for (const amount of [10, 11]) {
			const run = await add(row(eaten, amount), row(`other ${amount}`, 12));
			expect(run.outcomes).toEqual(['rejected', 'issued']);
			expect(run.codes[0]).toBe(REUSED);
			expect(errorOf(run)).toMatch(
				new RegExp(
					`^Ana Souza \\(row 1\\): the Idempotency Keys "${eaten}" and "${known}" \\(10.00 BRL, .*, paid, .*\\) are two spellings of one number$`,
				),
			);
			expect(detailsOf(run).description).toMatch(
				/^A spreadsheet program may have saved the number/,
			);
		}
		expect((await add(row(known))).outcomes).toEqual(['skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test.each([
		['000123', 123],
		['1003.0', '1003'],
		['1', '1.000'],
	])('%j and %j in one sheet: both are refused, and no other row', async (one, other) => {
		const run = await add(row(one), row(other), row('7', 11));
		expect(run.outcomes).toEqual(['rejected', 'rejected', 'issued']);
		expect(errorOf(run, 1)).toMatch(/\(in this sheet\) are two spellings of one number$/);
	});

	const COMPOSED = { parameters: { idempotencyKey: "={{ 'shop-' + $json.key }}" } };
	test.each(['1003.0', '01003', '1,003', '1.003,00'])(
		'it is known as a part of a key, too: %j',
		async (eaten) => {
			await service.addOn([row('1003')], KEY, COMPOSED);
			const run = await service.addOn([row(eaten)], KEY, COMPOSED);
			expect([run.outcomes, run.codes]).toEqual([['rejected'], [REUSED]]);
			expect(errorOf(run)).toContain(`"shop-${eaten}" and "shop-1003" (10.00 BRL`);
		},
	);

	test('what it writes around a text does not count, and other numbers are other keys', async () => {
		await add(row('="1001"'), row("'1002", 11), row('2026.1', 12), row('1.2.3', 13));
		const again = await add(row('1001'), row(1002, 11), row('2026.10', 14), row('1.2.30', 15));
		expect(again.outcomes).toEqual(['skipped', 'skipped', 'issued', 'issued']);
	});
});

describe('a key that is none', () => {
	const INVALID = 'IDEMPOTENCY_KEY_INVALID';
	const by = async (idempotencyKey: string, rows: IDataObject[], options: IDataObject = {}) =>
		await service.addOn(rows, { ...KEY, ...options }, { parameters: { idempotencyKey } });

	test.each(['#N/A', 'nan', '-', '0', 'null'])('%j names no row', async (key) => {
		for (let month = 0; month < 2; month++) {
			const run = await add(row(key), row(key));
			expect(run.codes).toEqual([INVALID, INVALID]);
		}
	});

	test.each([
		'shop-',
		'=order-7',
		"={{ 'order 7' }}",
		'={{ $workflow.id }}',
		"={{ $('Rows').first().json.key }}",
		'={{ $input.all()[0].json.key }}',
		"=shop-{{ $('Rows').itemMatching(0).json.key }}",
		'={{ new Date }}-{{ $json.key }}',
		'={{ $now.toISO() }}',
		'={{ $execution.id }}-{{ $json.key }}',
		'={{ $json.key }}-{{ $executionId }}',
		'={{ `${$json.key}-${$resumeWebhookUrl}` }}',
		'={{ $workflow.active }}-{{ $json.key }}',
		'={{ $itemIndex }}',
		'={{ $json.row_number }}',
		'={{ $json["row_number"] }}',
		'={{ Math.random() }}',
		'={{ Date.now() }}',
		'={{ DateTime.now().toISODate() + $json.key }}',
	])('%s refuses the run', async (key) => {
		for (const dryRun of [true, false]) {
			const run = await by(key, [row('a'), row('b', 11)], { dryRun });
			expect([run.codes, run.outcomes]).toEqual([times(2, INVALID), times(2, 'notAttempted')]);
		}
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test.each([
		"={{ $('Rows').first().json.key }}-{{ $json.key }}",
		"={{ $('Rows').all().find(({ json }) => json.key === $json.key).json.key }}",
		'={{ $workflow.name }} {{ $json.$id }} {{ $node["Rows"].json.key }}',
		"={{ $json['$now'] }}",
	])('%s names rows', async (key) => {
		const rows = ['a', 'b'].map((one) => ({ ...row(one), $id: one, $now: one }));
		const run = await service.addOn(rows, KEY, { parameters: { idempotencyKey: key } });
		expect(run.outcomes).toEqual(['issued', 'issued']);
	});

	test('a composed one needs all of its parts', async () => {
		const key = '=shop-{{ $json.key }}-{{ $json.part }}';
		const rows = [{ ...row(1), part: 'a' }, { ...row(2, 11), part: '' }, row(null, 12)];
		const run = await by(key, rows);
		expect(run.outcomes).toEqual(['issued', 'rejected', 'rejected']);
		expect(errorOf(run, 1)).toMatch(/"shop-2-" lacks a part: \{\{ \$json\.part \}\} is empty/);
		expect(run.items[0].json._gmc).toMatchObject({ idempotencyKey: 'shop-1-a' });
	});

	test('a part that a program has written for nothing is missing', async () => {
		const key = '={{ $json.key + "-" + $json.part }}';
		const run = await by(key, [{ ...row(1), part: 7 }, row(2, 11)]);
		expect(run.outcomes).toEqual(['issued', 'rejected']);
		expect(errorOf(run, 1)).toMatch(/"2-undefined" lacks a part/);
	});

	const NO_NUMBERS = ['', null, undefined, 0, '0', false, true, [], { id: 1 }];
	test.each([
		'=shop-{{ $json.key }}',
		"={{ 'shop-' + $json.key }}",
		"={{ 'shop' + $json['key'] }}",
		'={{ `shop-${$json.key}` }}',
		"={{ 'shop-'.concat($json.key) }}",
		"={{ ['shop', $json.key].join('-') }}",
		"={{ 'shop-' + ($json.key || '') }}",
		"={{ $json.shop + '-' + ($json.key ?? '') }}",
		"={{ $('Rows').item.json.shop + $json.key }}",
	])('without a number, none is composed: %s', async (key) => {
		const rows = NO_NUMBERS.map((one) => ({ ...row(one), shop: 'shop' }));
		const run = await by(key, [...rows, { ...row('A#'), shop: 'shop' }]);
		expect(run.outcomes).toEqual([...times(rows.length, 'rejected'), 'issued']);
	});

	test.each([
		["={{ 'shop-' + ($json.key || $json.part) }}", { part: '7-' }],
		["={{ 'shop-' + ($json.key?.trim() || $json.part) }}", { part: '7' }],
		["={{ $json.part ? 'gift-' + $json.key : 'order-' + $json.key }}", { key: 7 }],
		["={{ 'shop-' + $json.part.map((one) => one.id).join('+') }}", { part: [{ id: 7 }] }],
		["={{ 'shop-' + $json.part?.id.trim() }}", { part: { id: '7' } }],
		['=#{{ $json.part }}', { part: 7 }],
	])('what is not taken may be empty: %s', async (key, fields) => {
		const run = await by(key, [{ ...row(''), ...fields } as IDataObject]);
		expect(run.outcomes).toEqual(['issued']);
	});

	test.each([
		"={{ 'shop-' + ($json.key.trim() || '') }}",
		"={{ 'shop-' + ($json.key ? $json.key : '') + ($json.part ? '' : 'x') }}",
	])('nor is one whose end is missing: %s', async (key) => {
		const run = await by(key, [{ ...row(''), part: 7 }]);
		expect(errorOf(run)).toMatch(/^Row 1: the 'Idempotency Key' "shop-" lacks a part/);
	});

	test('a fixed one names a single row', async () => {
		expect((await by('first-test', [row('a')])).outcomes).toEqual(['issued']);
		expect((await by('first-test', [row('a')])).outcomes).toEqual(['skipped']);
	});
});

// Asked for one addition, the service answers with another: a cache, a wrong route. That says nothing of the one.
test.each([
	['FAILED', KEY, REUSED],
	['COMPLETED', KEY, REUSED],
	['FAILED', BATCH, 'BATCH_ROW_CHANGED'],
])('a lookup that answers with another, %s, frees nothing: %j', async (status, by, code) => {
	const first = await service.addOn([row('1001')], by);
	await service.failAs200(LOOK_UP_ADDITION, another(status));
	const again = await service.addOn([row('1001')], by);
	expect([again.outcomes, again.items[0].json._id]).toEqual([['skipped'], first.items[0].json._id]);
	expect((await service.addOn([row('1001', 12)], by)).codes).toEqual([code]);
	expect(await service.asked(ISSUE)).toBe(1);
	const got = await service.getAddition('a'.repeat(24));
	expect(got.error?.message).toBe('GMC answered with something else when asked for the top-up');
	const { items } = await service.getAddition('E'.repeat(24));
	expect(items[0].json._id).toBe('e'.repeat(24));
});
