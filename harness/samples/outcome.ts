import { plainTable } from '../system/table';
import { nodeOutput } from '../n8n/executions';
import type { Execution } from '../n8n/types';

/** What became of one row of the spreadsheet. */
export interface RowOutcome {
	row: number;
	id: string;
	name: string;
	amount: string;
	currency: string;
	outcome: string;
	addition?: string;
	reason?: string;
}

/** The nodes of the top-up sample from which rows start, and in which they end. */
export const TOP_UP_NODES = {
	rows: 'Read the columns',
	ends: ['Pending at GMC', 'Issued', 'Paid before', 'Dry run', 'Needs attention'],
};

function rowsOf(execution: Execution, node: string): RowOutcome[] {
	return nodeOutput(execution, node)
		.flat()
		.map((item) => item.json as unknown as RowOutcome);
}

/** The rows of a run of the top-up sample, in the spreadsheet's order, none left out. */
export function readOutcomes(execution: Execution): RowOutcome[] {
	const { rows, ends } = TOP_UP_NODES;
	const ended = ends.flatMap((node) => rowsOf(execution, node));
	const byRow = new Map(ended.map((outcome) => [outcome.row, outcome]));
	const lost = { outcome: 'lost', reason: 'The row came out of no output' };
	return rowsOf(execution, rows).map((input) => ({
		...input,
		...(byRow.get(input.row) ?? lost),
	}));
}

/** Whether the row's addition is with GMC. */
export function isDone(row: RowOutcome): boolean {
	return row.outcome === 'issued' || row.outcome === 'skipped';
}

/** The rows as a table for the terminal. */
export function outcomeTable(rows: RowOutcome[]): string {
	const lines = rows.map((row) => {
		const last = isDone(row) ? row.addition : row.reason;
		return [row.row, row.name, row.amount, row.currency, row.outcome, last ?? ''];
	});
	const head = ['Row', 'Customer', 'Amount', 'Currency', 'Outcome', 'Top-up'];
	return plainTable(head, lines, ['right', 'left', 'right']);
}
