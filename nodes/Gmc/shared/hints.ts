import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isErrorItem } from './errors';

/** Shows a line above the node's output in the editor; `warning` for what the user should look into. */
export function showHint(
	context: IExecuteFunctions,
	type: 'info' | 'warning',
	message: string,
): void {
	context.addExecutionHints({ type, message, location: 'outputPane' });
}

/**
 * Warns of failed rows, if there are any. Under "Continue" an execution with them looks like any other: the
 * output has to say so.
 */
export function hintAtFailed(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
	rows: number,
): void {
	const failed = output.filter(isErrorItem).length;
	if (failed === 0) return;
	const message = `${failed} of ${rows} rows failed; "error" and "details" of their items say why`;
	showHint(context, 'warning', message);
}
