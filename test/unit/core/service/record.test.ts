import { toOutput } from '../../../../nodes/Gmc/core/service/record';

const ZONE = 'America/Sao_Paulo';
const MILLIS = '1795188645000';
const ISO = '2026-11-20T15:30:45.000Z';

const withFees = (fees: unknown) => ({ _id: 'a', items: [{ fees }] });

describe('timestamps', () => {
	test('get an ISO 8601 sibling on the record and on its items, and stay as they came', () => {
		const record = { createdAt: MILLIS, updatedAt: '1795188645', items: [{ processedAt: MILLIS }] };
		expect(toOutput(record, ZONE)).toEqual({
			createdAt: MILLIS,
			createdAtIso: ISO,
			updatedAt: '1795188645',
			updatedAtIso: ISO,
			items: [{ processedAt: MILLIS, processedAtIso: ISO }],
		});
	});

	test('without a zone are read in that of the workflow', () => {
		expect(toOutput({ createdAt: '20261120123045' }, ZONE)).toMatchObject({ createdAtIso: ISO });
		expect(toOutput({ createdAt: '20261120153045' }, 'UTC')).toMatchObject({ createdAtIso: ISO });
	});

	test.each(['', '2026', ISO, 12])('that are not certain get none: %p', (createdAt) => {
		expect(toOutput({ createdAt }, ZONE)).toEqual({ createdAt });
	});
});

describe('the misspelt fee field', () => {
	test.each(['applied', null])('comes out under its right name: %p', (source) => {
		expect(toOutput(withFees({ ixedFeeSource: source, fixedBrl: 1 }), ZONE)).toEqual(
			withFees({ fixedFeeSource: source, fixedBrl: 1 }),
		);
	});

	test('does not replace the right one when both came', () => {
		const fees = { ixedFeeSource: 'applied', fixedFeeSource: 'not-applied' };
		expect(toOutput(withFees(fees), ZONE)).toEqual(withFees({ fixedFeeSource: 'not-applied' }));
	});

	test.each([null, 'none', []])('matters only inside an object: %p', (fees) => {
		expect(toOutput(withFees(fees), ZONE)).toEqual(withFees(fees));
	});
});

describe('the output', () => {
	test.each([{ items: null }, { items: 'none' }, { items: [null, 1, 'x', []] }, { items: {} }])(
		'passes items that are no records on: %p',
		(record) => {
			expect(toOutput(record, ZONE)).toEqual(record);
		},
	);

	test('keeps a field called __proto__ a plain field, on every level', () => {
		const sent =
			'{"__proto__":{"admin":true},"items":[{"fees":{"__proto__":1,"ixedFeeSource":"x"}}]}';
		const output = toOutput(JSON.parse(sent) as Record<string, unknown>, ZONE);
		expect(JSON.stringify(output)).toBe(
			'{"__proto__":{"admin":true},"items":[{"fees":{"__proto__":1,"fixedFeeSource":"x"}}]}',
		);
		expect((output as { admin?: boolean }).admin).toBeUndefined();
	});
});
