import type { FunctionsBase, IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { accountOf } from '../core/service/credential';
import type { Moment } from '../core/texts/words';

// What n8n's context of a node tells.

/** Names the account of the node's credential; see `accountOf`. @throws when n8n has no credential to give */
export async function accountIn(context: Pick<FunctionsBase, 'getCredentials'>): Promise<string> {
	return accountOf(await context.getCredentials<GmcCredential & IDataObject>('gmcApi'));
}

/** An instant (epoch milliseconds) as people are told it: by the workflow's clock. */
export const momentIn = (context: Pick<FunctionsBase, 'getTimezone'>, millis: number): Moment => ({
	millis,
	timeZone: context.getTimezone(),
});

/** Writes to n8n's log, naming the node and its workflow: one log serves all of them. */
export function log(
	context: IExecuteFunctions | IPollFunctions,
	level: 'debug' | 'info' | 'warn',
	message: string,
): void {
	const { name, id } = context.getWorkflow();
	context.logger[level](`${context.getNode().name} of workflow "${name ?? id}": ${message}`);
}

/**
 * Whether n8n runs this node again after a crash cut it off: it starts such an execution without the node's
 * context, while its record still has the run that was cut off (n8n.md E6).
 */
export function wasCutOff(context: IExecuteFunctions): boolean {
	if (context.getMode() !== 'retry') return false;
	const { $ } = context.getWorkflowDataProxy(0);
	return ($ as (name: string) => { isExecuted: boolean })(context.getNode().name).isExecuted;
}
