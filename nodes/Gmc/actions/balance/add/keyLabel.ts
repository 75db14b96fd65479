import type { IExecuteFunctions } from 'n8n-workflow';
import type { EntryLabel } from '../../../core/ledger/entry';
import type { RowIn } from './row';

/** What people read of a row in the ledger of keys. */
export function labelOf(context: IExecuteFunctions, row: RowIn<'planned' | 'inDoubt'>): EntryLabel {
	const { customerName, request } = row.state.plan;
	const executionId = context.getExecutionId();
	return { key: row.key, customer: request.customerIdentifier, customerName, executionId };
}
