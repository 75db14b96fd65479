import { plainTable } from '../system/table';
import { nodeOutput } from '../n8n/executions';
import type { Execution } from '../n8n/types';

const TOP_UP_NODE = 'Add top-up';

export interface RowOutcome {
	outcome: string;
	customerName?: string;
	amount: number;
	currency: string;
	additionId?: string;
	reason?: string;
	code?: string;
}

/** The rows of a run of the top-up sample, in the spreadsheet's order. */
export function readOutcomes(execution: Execution): RowOutcome[] {
	return nodeOutput(execution, TOP_UP_NODE)
		.flat()
		.map(({ json, pairedItem }) => ({
			row: (pairedItem as { item: number }).item,
			told: (json.details ?? json) as unknown as RowOutcome,
		}))
		.sort((one, other) => one.row - other.row)
		.map(({ told }) => told);
}

/** What a node has given out first. */
export const recordsOf = (execution: Execution, node: string) =>
	nodeOutput(execution, node)[0].map(({ json }) => json);

/** Why an execution has failed. */
export const messageOf = ({ data }: Execution) => data.resultData.error?.message;

/** Whether the row's addition is with GMC. */
export function isDone(row: RowOutcome): boolean {
	return row.outcome === 'issued' || row.outcome === 'skipped';
}

export function outcomeTable(rows: RowOutcome[]): string {
	const lines = rows.map((row, index) => {
		const { customerName = '', amount, currency, outcome, additionId, reason } = row;
		const last = isDone(row) ? additionId : reason;
		return [`${index + 1}`, customerName, `${amount}`, currency, outcome, last ?? ''];
	});
	const head = ['Row', 'Customer', 'Amount', 'Currency', 'Outcome', 'Top-up'];
	return plainTable(head, lines, ['r', 'l', 'r']);
}
