import { sleep } from 'n8n-workflow';
import type { NewCustomer } from '../../api/customers';
import { createCustomer, listCustomers } from '../../api/customers';
import type { GmcTransport } from '../../api/transport';
import { normalizeTaxId } from '../../core/customers/taxId';
import { delays } from '../../core/pace/delays';
import { GmcRequestError } from '../../core/service/failure';
import type { Customer } from '../../core/service/record';
import { differences } from './change';

/**
 * Creates a customer that GMC's list does not show. If the answer is lost, it reads the list again, and so does a later
 * run. Two runs that create the same customer at the same moment may create it twice.
 *
 * @param lost by tax ID: those of this run that GMC's list still does not show. None is created again
 * @throws GmcRequestError
 */
export async function createOnce(
	transport: GmcTransport,
	fields: NewCustomer,
	lost: Map<string, GmcRequestError>,
): Promise<Customer> {
	const key = normalizeTaxId(fields.taxId);
	const earlier = lost.get(key);
	if (earlier !== undefined) throw earlier;
	return await createCustomer(transport, fields).catch(async (error: unknown) => {
		if (!(error instanceof GmcRequestError) || error.failure.proof !== 'unknown') throw error;
		// In an outage, the list is not read for every row.
		const found = lost.size > 0 ? undefined : await findLost(transport, fields).catch(() => {});
		if (found) return found;
		lost.set(key, error);
		throw error;
	});
}

/** GMC's list may be late. */
async function findLost(transport: GmcTransport, fields: NewCustomer) {
	for (const pause of delays.reconcileDelaysMs) {
		await sleep(pause);
		const [found, ...others] = (await listCustomers(transport)).withTaxId(fields.taxId);
		const isOnly = found !== undefined && others.length === 0;
		if (isOnly && differences(found, fields) === undefined) return found;
	}
	return undefined;
}
