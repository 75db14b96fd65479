import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether n8n runs this node again after a crash cut it off: it starts such an execution without the node's
 * context, while its record still has the run that was cut off (n8n.md E6).
 */
export function wasCutOff(context: IExecuteFunctions): boolean {
	if (context.getMode() !== 'retry') return false;
	const { $ } = context.getWorkflowDataProxy(0);
	return ($ as (name: string) => { isExecuted: boolean })(context.getNode().name).isExecuted;
}
