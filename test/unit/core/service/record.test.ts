import { toOutput } from '../../../../nodes/Gmc/core/service/record';

const ZONE = 'America/Sao_Paulo';
const ISO = '2026-11-20T15:30:45.000Z';

test.each(['', '2026', ISO, 12])('timestamps that are not certain get none: %p', (createdAt) => {
	expect(toOutput({ createdAt }, ZONE)).toEqual({ createdAt });
});

test('the output keeps a field called __proto__ a plain field, on every level', () => {
	const sent =
		'{"__proto__":{"admin":true},"items":[{"fees":{"__proto__":1,"ixedFeeSource":"x"}}]}';
	const output = toOutput(JSON.parse(sent) as Record<string, unknown>, ZONE);
	expect(JSON.stringify(output)).toBe(
		'{"__proto__":{"admin":true},"items":[{"fees":{"__proto__":1,"fixedFeeSource":"x"}}]}',
	);
	expect((output as { admin?: boolean }).admin).toBeUndefined();
});
