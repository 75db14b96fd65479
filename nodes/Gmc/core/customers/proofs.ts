import type { AmountFormat } from '../money/amount';
import { CURRENCIES, readAmount } from '../money/amount';
import { shownText } from '../sheet/cell';
import type { Proofs } from '../sheet/roleCell';
import type { Role } from '../sheet/headings';
import type { CustomerDirectory } from './directory';
import { nameKeyOf } from './expectedName';
import { isCpfOrCnpj, looksLikeTaxId, maskTaxId, normalizeTaxId, withZeros } from './taxId';

/**
 * What GMC's list of customers says about the values of a sheet.
 *
 * @param amountFormat of the run, by which two columns of amounts are compared
 */
export function proofsOf(directory: CustomerDirectory, amountFormat: AmountFormat): Proofs {
	// Only sheets with a column such as `cliente` need them.
	let names: ReadonlySet<string> | undefined;
	const isName = (value: unknown) =>
		typeof value === 'string' && (names ??= namesIn(directory)).has(nameKeyOf(value));
	const isId = (value: unknown) =>
		typeof value === 'string' && directory.withId(value) !== undefined;
	return {
		rolesOf: (value) => [
			...(isId(value) ? (['customerId'] as const) : []),
			...(taxIdsIn(value).length > 0 ? (['taxId'] as const) : []),
			...(isName(value) ? (['name'] as const) : []),
		],
		isCustomers: (value) =>
			isId(value) || taxIdsIn(value).some((taxId) => directory.withTaxId(taxId).length > 0),
		shown: (value) =>
			typeof value === 'string' && !/\d{4}|\d[./-]\d/.test(value)
				? shownText(value)
				: maskTaxId(String(value)),
		isSame: (role, one, other) => isSame(role, [one, other], amountFormat),
	};
}

function namesIn(directory: CustomerDirectory): ReadonlySet<string> {
	const keys = directory
		.all()
		.flatMap(({ name }) => (typeof name === 'string' ? [nameKeyOf(name)] : []));
	return new Set(keys.filter((key) => key !== ''));
}

/** The valid CPF or CNPJ that a value is. A number may have lost its zeros. */
function taxIdsIn(value: unknown): string[] {
	if (typeof value === 'number') return withZeros(String(value)).filter(isCpfOrCnpj);
	if (typeof value !== 'string' || !looksLikeTaxId(value)) return [];
	return [normalizeTaxId(value)].filter(isCpfOrCnpj);
}

function isSame(role: Role, values: unknown[], format: AmountFormat): boolean {
	const [one, other] = values.map((value) => comparable(role, value));
	return one === other || (role === 'amount' && isSameAmount(values, format));
}

function comparable(role: Role, value: unknown): string {
	if (role === 'name') return nameKeyOf(String(value));
	if (role === 'currency') return String(value).toUpperCase();
	if (role === 'taxId') return taxIdsIn(value)[0] ?? normalizeTaxId(String(value));
	return String(value);
}

/** Whether both are one amount, in whichever currency the row is. One with the mark of a currency is none in the others. */
function isSameAmount(values: unknown[], format: AmountFormat): boolean {
	const readings = CURRENCIES.map((currency) =>
		values.map((value) => {
			const reading = readAmount(value, format, currency);
			return reading.ok ? reading.amount : undefined;
		}),
	);
	const isRead = readings.some(([one]) => one !== undefined);
	return isRead && readings.every(([one, other]) => one === other);
}
