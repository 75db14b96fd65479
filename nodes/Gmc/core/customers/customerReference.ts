import { idProblem } from '../service/id';
import { isRecord } from '../service/record';
import type { TaxIdFormat } from './taxId';
import { looksLikeTaxId, readTaxId } from './taxId';

/** How a row names its customer, read from the resource locator `customer`. */
export type CustomerReference = { by: 'id' | 'taxId'; value: string };

export type ReferenceReading =
	| { ok: true; reference: CustomerReference }
	| { ok: false; reason: string };

/**
 * @param locator `{ mode, value }`, or the bare value when the whole field is an expression
 * @param format how a tax ID is read. A number is always a tax ID that a spreadsheet took for one, since the
 *   service's ids are texts. A text that is given as an id is read as a tax ID only under `cpfCnpj`, and only
 *   if it has the length of one.
 */
export function readCustomerReference(locator: unknown, format: TaxIdFormat): ReferenceReading {
	const { mode, value } = isRecord(locator) ? locator : { mode: 'id', value: locator };
	if (value === undefined || value === null || String(value).trim() === '') {
		return { ok: false, reason: 'the customer is empty' };
	}
	if (mode === 'taxId' || typeof value === 'number' || isToBeVerified(value, format)) {
		const reading = readTaxId(value, format);
		if (!reading.ok) return reading;
		return { ok: true, reference: { by: 'taxId', value: reading.taxId } };
	}
	if (typeof value !== 'string') {
		return { ok: false, reason: `the customer is a ${typeof value}, not a text` };
	}
	const id = value.trim();
	const problem = idProblem(id);
	if (problem !== undefined) return { ok: false, reason: problem };
	return { ok: true, reference: { by: 'id', value: id } };
}

const isToBeVerified = (value: unknown, format: TaxIdFormat): boolean =>
	format === 'cpfCnpj' && typeof value === 'string' && looksLikeTaxId(value);
