import { CHOOSE_OR_CREATE, foundCustomer } from '../../../core/customers/directory';
import type { GmcClient } from '../../../api/client';
import { batchRefOf, refOf } from '../../../core/ledger/key';
import type { SheetRow } from '../../../core/reconcile/standing';
import { InputError } from '../../../core/util/inputError';
import type { RowProblem } from '../../../shared/errors';
import { toRowProblem } from '../../../shared/errors';
import type { ReadRow } from './readSheet';

/** A row whose customer is known. */
export interface IdentifiedRow extends SheetRow {
	read: ReadRow;
	customerName?: string;
}

/**
 * Looks up the customer of every row in one list, and names the rows as Balance: Add does.
 *
 * @returns the problem of a row whose customer is not known
 * @throws GmcRequestError when the list cannot be had
 */
export async function identifyRows(
	client: GmcClient,
	account: string,
	rows: ReadRow[],
): Promise<Array<IdentifiedRow | RowProblem>> {
	const directory = await client.directory();
	return rows.map((read) => {
		const { reference, request, key, batch } = read;
		const found = directory.find(reference);
		if ('problem' in found) {
			const error = new InputError({
				message: `The customer was not found: ${found.problem}`,
				advice: CHOOSE_OR_CREATE,
				code: 'CUSTOMER_NOT_FOUND',
			});
			return toRowProblem(error, read.itemIndex);
		}
		const { identifiers, ...customer } = foundCustomer(found.customer);
		return {
			read,
			...customer,
			charge: { identifiers, amount: request.amount, currency: request.currency },
			...(key !== undefined && { key: { key, ref: refOf(account, key) } }),
			...(batch && { batchRef: batchRefOf(account, batch.name) }),
		};
	});
}
