import type { FunctionsBase, IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { accountOf } from '../core/service/credential';
import { asHtml } from './errors';
import { shortened } from '../core/texts/words';
import { zonedTime } from '../core/time/time';

/** The account of the node's credential; see `accountOf`. @throws if the node has no credential */
export async function accountIn(context: Pick<FunctionsBase, 'getCredentials'>): Promise<string> {
	return accountOf(await context.getCredentials<GmcCredential & IDataObject>('gmcApi'));
}

/** Whether an AI agent calls. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('Tool');

/** Day and time in the workflow's time zone, which is named. @param millis epoch milliseconds */
export const shownTime = (context: Pick<FunctionsBase, 'getTimezone'>, millis: number): string =>
	zonedTime(millis, context.getTimezone());

/** An execution by the number that n8n's list shows. @param id empty where it is not known */
export const namedExecution = (id: string | undefined): string =>
	id ? `execution ${shortened(id)}` : 'an execution';

/** Writes to n8n's log, with the names of the node and its workflow. */
export function log(
	context: IPollFunctions | IExecuteFunctions,
	level: 'info' | 'warn',
	message: string,
): void {
	const { name, id } = context.getWorkflow();
	context.logger[level](`${context.getNode().name} of workflow "${name ?? id}": ${message}`);
}

/** Shows a line above the node's output in the editor. `warning`: the user should do something. */
export function showHint(
	context: IExecuteFunctions,
	type: 'info' | 'warning',
	message: string,
): void {
	const text = asHtml(message);
	context.addExecutionHints({ type, message: text, location: 'outputPane' });
}

/**
 * Whether n8n's record of the execution has an earlier run of this node. After a crash, a retry still has it, but has lost
 * the node's context (n8n.md E6).
 */
export function hasRun(context: IExecuteFunctions): boolean {
	const { $ } = context.getWorkflowDataProxy(0);
	return ($ as (name: string) => { isExecuted: boolean })(context.getNode().name).isExecuted;
}
