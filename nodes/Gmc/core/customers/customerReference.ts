import { idProblem } from '../service/id';
import { isRecord } from '../service/record';
import { kindOf } from '../util/kind';
import { shortenedNumber } from '../util/shortened';
import type { TaxIdFormat } from './taxId';
import { CHECK_TAX_ID, isTooLongForTaxId, looksLikeTaxId, readTaxId } from './taxId';

/**
 * How a row names its customer, read from the resource locator `customer`. `by` says how it was given; either
 * is looked up as both (service.md 4.2).
 */
export type CustomerReference = { by: 'id' | 'taxId'; value: string };

export type ReferenceReading =
	| { ok: true; reference: CustomerReference }
	| { ok: false; reason: string; advice?: string };

/** The modes of the field Customer. */
const MODES = ['list', 'id', 'taxId'];

/**
 * Every mode takes an `_id` as well as a tax ID: a column may hold both.
 *
 * @param locator `{ mode, value }`, or the bare value when the whole field is an expression
 * @param format how a tax ID is read. A number is always a tax ID that a spreadsheet took for one, since the
 *   service's ids are texts. Under `cpfCnpj` a text is checked that is given as a tax ID, unless it can only be
 *   an id, or that is given as an id and has the length of a tax ID.
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
