import type { IPollFunctions } from 'n8n-workflow';

/** Writes to n8n's log, naming the trigger and its workflow: one log serves all of them. */
export function log(
	context: IPollFunctions,
	level: 'debug' | 'info' | 'warn',
	message: string,
): void {
	const { name, id } = context.getWorkflow();
	context.logger[level](`${context.getNode().name} of workflow "${name ?? id}": ${message}`);
}
