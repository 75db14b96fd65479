import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isErrorItem, asHtml } from './errors';
import { number, count } from '../core/texts/words';

/** Shows a line above the node's output in the editor. `warning`: the user should do something. */
export function showHint(
	context: IExecuteFunctions,
	type: 'info' | 'warning',
	message: string,
): void {
	const text = asHtml(message);
	context.addExecutionHints({ type, message: text, location: 'outputPane' });
}

/** Warns of failed rows, because under Continue the execution looks like any other. */
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
			`${number(failed)} of ${count(all, 'row', 'rows')} failed. See "error" and "details" of their items`,
		);
}
