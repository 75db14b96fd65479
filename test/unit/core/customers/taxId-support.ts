import fc from 'fast-check';

/**
 * Check digits by Receita Federal's published definition, written apart from the code under test: weights
 * from right to left, 2 upwards (a CNPJ starts again after 9), modulo 11, where 10 and 11 count as 0.
 */
function checkDigit(stem: string, lastWeight: number): string {
	let weight = 2;
	let sum = 0;
	for (const char of [...stem].reverse()) {
		sum += (char.charCodeAt(0) - '0'.charCodeAt(0)) * weight;
		weight = weight === lastWeight ? 2 : weight + 1;
	}
	const digit = 11 - (sum % 11);
	return String(digit > 9 ? 0 : digit);
}

function complete(stem: string, lastWeight: number): string {
	const one = stem + checkDigit(stem, lastWeight);
	return one + checkDigit(one, lastWeight);
}

const isMixed = (stem: string) => new Set(stem).size > 1;

const stems = (digits: number) =>
	fc
		.nat(10 ** digits - 1)
		.map((number) => String(number).padStart(digits, '0'))
		.filter(isMixed);

/** Valid CPFs, those with leading zeros more often than by chance. */
export const cpfs = fc
	.oneof(
		stems(9),
		fc.nat(99_999).map((number) => String(number).padStart(9, '0')),
	)
	.filter(isMixed)
	.map((stem) => complete(stem, 11));

export const cnpjs = fc
	.tuple(fc.oneof(stems(8), fc.constant('00000000')), fc.integer({ min: 1, max: 9999 }))
	.map(([root, branch]) => complete(root + String(branch).padStart(4, '0'), 9));

/** The CNPJ of 2026: letters in any of the first twelve places. */
export const alphanumericCnpjs = fc
	.array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), {
		minLength: 12,
		maxLength: 12,
	})
	.map((chars) => chars.join(''))
	.filter(isMixed)
	.map((stem) => complete(stem, 9));

export const punctuateCpf = (cpf: string): string =>
	cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');

export const punctuateCnpj = (cnpj: string): string =>
	cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
