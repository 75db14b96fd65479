import type { IExecuteFunctions } from 'n8n-workflow';
import { asHtml } from './errors';

/** Shows a line above the node's output in the editor. `warning`: the user should do something. */
export function showHint(
	context: IExecuteFunctions,
	type: 'info' | 'warning',
	message: string,
): void {
	const text = asHtml(message);
	context.addExecutionHints({ type, message: text, location: 'outputPane' });
}
