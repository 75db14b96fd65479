import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import type { AmountFormat } from '../../../core/money/amount';
import type { Charge } from '../../../core/additions/charge';
import { identifiersOf } from '../../../core/customers/directory';
import { InputError } from '../../../core/util/inputError';
import type { LedgerEntry } from '../../../core/additions/ledger';
import type { AdditionRequest, PlannedRow, RawRow } from '../../../core/additions/additionRequest';
import { planRow } from '../../../core/additions/additionRequest';
import type { Outcome } from '../../../core/additions/outcome';
import type { TaxIdFormat } from '../../../core/customers/taxId';
import type { RowProblem } from '../../../shared/errors';
import { toRowProblem } from '../../../shared/errors';
import { mapItems } from '../../../shared/eventLoop';

/** One row on its way through `add`. */
export interface Row {
	itemIndex: number;
	plan?: PlannedRow;
	/** Everything the customer is known to go by. */
	names: string[];
	/** `planned`: yet to be sent. `open`: sent, its fate not known yet. Both end in an Outcome. */
	outcome: Outcome | 'planned' | 'open';
	addition?: Addition;
	problem?: RowProblem;
	entry?: LedgerEntry;
	/** Done by an earlier try of this execution. */
	replayed?: boolean;
	/** Its answer was lost; the service's list shows that it was issued. */
	reconciled?: boolean;
	/** Ids of additions that might be this row's. */
	candidates?: string[];
	/** What `waitForCompletion` came to. */
	waited?: 'settled' | 'timedOut';
}

/** Reads and checks every row without a request; a bad one is `rejected` at once. */
export async function readRows(context: IExecuteFunctions, count: number): Promise<Row[]> {
	return await mapItems(count, (itemIndex): Row => {
		try {
			const plan = planRow(readRawRow(context, itemIndex));
			return { itemIndex, outcome: 'planned', plan, names: [plan.reference.value] };
		} catch (error) {
			const problem = toRowProblem(error, itemIndex);
			return { itemIndex, outcome: 'rejected', names: [], problem };
		}
	});
}

function readRawRow(context: IExecuteFunctions, itemIndex: number): RawRow {
	const option = (name: string) => context.getNodeParameter(`options.${name}`, itemIndex, 'auto');
	return {
		customer: context.getNodeParameter('customer', itemIndex),
		amount: context.getNodeParameter('amount', itemIndex),
		currency: context.getNodeParameter('currency', itemIndex),
		amountFormat: option('amountFormat') as AmountFormat,
		taxIdFormat: option('taxIdFormat') as TaxIdFormat,
	};
}

/**
 * Looks up the customer of every row in one list and learns all its names. With `mustExist`, a typing error
 * in the last row shows before the first one is sent, and a tax ID is sent as the service spells it.
 *
 * @throws GmcRequestError when the list cannot be had
 */
export async function lookUpCustomers(
	client: GmcClient,
	rows: Row[],
	{ mustExist }: { mustExist: boolean },
): Promise<void> {
	const sound = rows.filter(({ plan }) => plan !== undefined);
	if (sound.length === 0) return;
	const directory = await client.directory();
	for (const row of sound) {
		const { reference, order } = row.plan!;
		const found = directory.find(reference);
		if ('customer' in found) {
			const [_id, taxId = _id] = identifiersOf(found.customer);
			row.names = [...new Set([reference.value, _id, taxId])];
			if (mustExist) order.customerIdentifier = reference.by === 'taxId' ? taxId : _id;
		} else if (mustExist && row.outcome === 'planned') {
			reject(row, unknownCustomer(found.problem));
		}
	}
}

function unknownCustomer(problem: string): InputError {
	return new InputError(
		`The customer was not found: ${problem}`,
		'Correct the customer or create it first. To send without this check, switch off Options → Validate First.',
	);
}

/** Ends a row as proven not done. */
export function reject(row: Row, error: unknown): void {
	row.outcome = 'rejected';
	row.problem = toRowProblem(error, row.itemIndex);
}

/** What the row asks for, as far as it could be read; for outputs and error details. */
export function orderOf(row: Row): Partial<AdditionRequest> {
	return row.plan?.order ?? {};
}

/** The row as a charge, by which its additions are recognized. Only for rows with a plan. */
export function chargeOf({ names, plan }: Row): Charge {
	const { amount, currency } = plan!.order;
	return { names, amount, currency };
}

export const having =
	(...outcomes: Array<Row['outcome']>) =>
	({ outcome }: Row): boolean =>
		outcomes.includes(outcome);
