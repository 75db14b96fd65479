import { checkedId, isRecord } from '../service/record';
import { identityOf, valueIn } from '../sheet/cell';
import { kindOf, refusal, refuseShortened } from '../util/inputError';
import type { TaxIdFormat } from './taxId';
import { asCnpj, isTooLongForTaxId, looksLikeTaxId, readTaxId } from './taxId';

/** The customer of a row. `by` says how it was given, but it is looked up as both (service.md 4.2). */
export interface CustomerReference {
	by: 'id' | 'taxId';
	value: string;
	/** Another tax ID that may be meant: a number that is a CPF may also be a CNPJ that has lost its zeros. */
	orElse?: string;
}

/** The modes of the field Customer. */
const MODES = ['list', 'id', 'taxId'];

/**
 * Reads the field Customer. Every mode accepts an `_id` or a tax ID, because a column may contain both.
 *
 * @param locator `{ mode, value }`, or the value alone if the whole field is an expression
 * @param format how to read a tax ID. A number is always one, because GMC's ids are texts. `cpfCnpj` checks a text that
 *   is given as a tax ID, unless it can only be an id, and one that is given as an id but has the length of a tax ID
 * @throws InputError
 */
export function readCustomerReference(locator: unknown, format: TaxIdFormat): CustomerReference {
	const { mode = 'id', value: raw } = isRecord(locator) ? locator : { value: locator };
	const value = valueIn(identityOf(raw), CODE, 'the customer');
	if (value === undefined) throw invalid('the customer is empty');
	if (!MODES.includes(mode as string)) {
		throw invalid('the customer is not given from the list, by ID or by tax ID');
	}
	if (isGivenAsTaxId(mode, value, format)) {
		const orElse = typeof value === 'number' && format !== 'asIs' ? asCnpj(value) : undefined;
		return { by: 'taxId', value: readTaxId(value, format), orElse };
	}
	if (typeof value !== 'string') throw invalid(`the customer is ${kindOf(value)}, not a text`);
	refuseShortened(value, CODE);
	return { by: 'id', value: checkedId(value, CODE) };
}

const CODE = 'CUSTOMER_INVALID';

const invalid = (message: string) =>
	refusal(CODE, message, 'Choose a customer from the list, by ID or by tax ID.');

function isGivenAsTaxId(mode: unknown, value: unknown, format: TaxIdFormat): boolean {
	if (typeof value !== 'string') return typeof value === 'number' || mode === 'taxId';
	if (mode === 'taxId') return !isTooLongForTaxId(value);
	return format === 'cpfCnpj' && looksLikeTaxId(value);
}
