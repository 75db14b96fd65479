import { idProblem } from '../service/id';
import { isRecord } from '../service/record';
import { kindOf } from '../util/kind';
import { shortenedNumber } from '../util/shortened';
import type { TaxIdFormat } from './taxId';
import { CHECK_TAX_ID, isTooLongForTaxId, looksLikeTaxId, readTaxId } from './taxId';

/** The customer of a row. `by` says how it was given, but it is looked up as both (service.md 4.2). */
export type CustomerReference = { by: 'id' | 'taxId'; value: string };

export type ReferenceReading =
	| { ok: true; reference: CustomerReference }
	| { ok: false; reason: string; advice?: string };

/** The modes of the field Customer. */
const MODES = ['list', 'id', 'taxId'];

/**
 * Reads the field Customer. Every mode accepts an `_id` or a tax ID, because a column may contain both.
 *
 * @param locator `{ mode, value }`, or the value alone if the whole field is an expression
 * @param format how to read a tax ID. A number is always one, because GMC's ids are texts. `cpfCnpj` checks a text that
 *   is given as a tax ID, unless it can only be an id, and one that is given as an id but has the length of a tax ID
 */
export function readCustomerReference(locator: unknown, format: TaxIdFormat): ReferenceReading {
	const { mode = 'id', value } = isRecord(locator) ? locator : { value: locator };
	if (value === undefined || value === null || String(value).trim() === '') {
		return { ok: false, reason: 'the customer is empty' };
	}
	if (!MODES.includes(mode as string)) {
		return {
			ok: false,
			reason: 'the customer is given neither from the list, by ID nor by tax ID',
		};
	}
	return isGivenAsTaxId(mode, value, format) ? readAsTaxId(value, format) : readAsId(value);
}

function isGivenAsTaxId(mode: unknown, value: unknown, format: TaxIdFormat): boolean {
	if (typeof value !== 'string') return typeof value === 'number' || mode === 'taxId';
	if (mode === 'taxId') return !isTooLongForTaxId(value);
	return format === 'cpfCnpj' && looksLikeTaxId(value);
}

function readAsTaxId(value: unknown, format: TaxIdFormat): ReferenceReading {
	const reading = readTaxId(value, format);
	if (reading.ok) return { ok: true, reference: { by: 'taxId', value: reading.taxId } };
	return { advice: CHECK_TAX_ID, ...reading };
}

function readAsId(value: unknown): ReferenceReading {
	if (typeof value !== 'string') {
		return { ok: false, reason: `the customer is ${kindOf(value)}, not a text` };
	}
	const id = value.trim();
	const shortened = shortenedNumber(id);
	if (shortened) return { ok: false, ...shortened };
	const reason = idProblem(id);
	return reason === undefined
		? { ok: true, reference: { by: 'id', value: id } }
		: { ok: false, reason };
}
