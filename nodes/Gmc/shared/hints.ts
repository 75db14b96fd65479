import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isErrorItem, asHtml } from './errors';
import { number, count } from '../core/texts/words';

/** Shows a line above the node's output in the editor; `warning` for what the user should look into. */
export function showHint(
	context: IExecuteFunctions,
	type: 'info' | 'warning',
	message: string,
): void {
	const text = asHtml(message);
	context.addExecutionHints({ type, message: text, location: 'outputPane' });
}

/**
 * Warns of failed rows, if there are any. Under "Continue" an execution with them looks like any other: the
 * output has to say so.
 */
export function hintAtFailed(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
	all: number,
): void {
	const failed = output.filter(isErrorItem).length;
	if (failed > 0)
		showHint(
			context,
			'warning',
			`${number(failed)} of ${count(all, 'row', 'rows')} failed; "error" and "details" of their items say why`,
		);
}
