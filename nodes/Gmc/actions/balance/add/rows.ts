import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../../api/client';
import type { AmountFormat } from '../../../core/amount';
import type { CustomerReference } from '../../../core/customerReference';
import type { CustomerDirectory, Identified } from '../../../core/directory';
import { InputError } from '../../../core/inputError';
import type { AdditionOrder, PlannedRow, RawRow } from '../../../core/order';
import { planRow } from '../../../core/order';
import type { Outcome } from '../../../core/outcome';
import type { TaxIdFormat } from '../../../core/taxId';
import type { Addition } from '../../../api/schemas';
import type { RowProblem } from '../../errors';
import { toRowProblem } from '../../errors';

/** One row on its way through `add`: planned, then ended in an outcome. */
export interface Row {
	itemIndex: number;
	plan?: PlannedRow;
	outcome: Outcome | 'planned';
	addition?: Addition;
	problem?: RowProblem;
}

/** Reads and checks every row without a request; a bad one is `rejected` at once. */
export function readRows(context: IExecuteFunctions, count: number): Row[] {
	return Array.from({ length: count }, (_, itemIndex): Row => {
		try {
			return { itemIndex, outcome: 'planned', plan: planRow(readRawRow(context, itemIndex)) };
		} catch (error) {
			return { itemIndex, outcome: 'rejected', problem: toRowProblem(error, itemIndex) };
		}
	});
}

function readRawRow(context: IExecuteFunctions, itemIndex: number): RawRow {
	return {
		customer: context.getNodeParameter('customer', itemIndex),
		amount: context.getNodeParameter('amount', itemIndex),
		currency: context.getNodeParameter('currency', itemIndex),
		amountFormat: context.getNodeParameter(
			'options.amountFormat',
			itemIndex,
			'auto',
		) as AmountFormat,
		taxIdFormat: context.getNodeParameter('options.taxIdFormat', itemIndex, 'auto') as TaxIdFormat,
	};
}

/**
 * Looks up the customer of every row in one list, so that a typing error in the last row shows before the
 * first one is sent. A tax ID is then sent as the service spells it.
 *
 * @throws GmcRequestError when the list cannot be had
 */
export async function checkCustomers(client: GmcClient, rows: Row[]): Promise<void> {
	if (rows.every(({ plan }) => plan === undefined)) return;
	const directory = await client.directory();
	for (const row of rows) {
		if (row.plan === undefined) continue;
		try {
			row.plan.order.customerIdentifier = identifierIn(directory, row.plan.reference);
		} catch (error) {
			row.outcome = 'rejected';
			row.problem = toRowProblem(error, row.itemIndex);
		}
	}
}

function identifierIn(
	directory: CustomerDirectory<Identified>,
	reference: CustomerReference,
): string {
	const found = directory.find(reference);
	if ('problem' in found) {
		throw new InputError(
			`The customer was not found: ${found.problem}`,
			'Correct the customer or create it first. To send without this check, switch off Options → Validate First.',
		);
	}
	const { _id, taxId } = found.customer;
	return reference.by === 'taxId' && typeof taxId === 'string' ? taxId : _id;
}

/** The order of a row as it stands in outputs and error details. */
export function orderOf(row: Row): Partial<AdditionOrder> {
	return row.plan?.order ?? {};
}
