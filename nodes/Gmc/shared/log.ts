import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/** Writes to n8n's log, naming the node and its workflow: one log serves all of them. */
export function log(
	context: IExecuteFunctions | IPollFunctions,
	level: 'debug' | 'info' | 'warn',
	message: string,
): void {
	const { name, id } = context.getWorkflow();
	context.logger[level](`${context.getNode().name} of workflow "${name ?? id}": ${message}`);
}
