import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CallTool, Service } from '../../../../../harness/engine';
import { addParameters, runAgent } from '../../../../../harness/engine';

/** The node as a tool that takes customer and amount from the model. */
export const toolParameters = (options: IDataObject = {}): INodeParameters => ({
	...addParameters({ maxAmount: 1_000, ...options }),
	customer: { __rl: true, mode: 'id', value: "={{ $fromAI('customer') }}" },
	amount: "={{ $fromAI('amount', '', 'number') }}",
	currency: 'BRL',
});

export async function asTool(
	service: Service,
	options: IDataObject,
	use: (call: CallTool) => Promise<void>,
): Promise<void> {
	await runAgent(service.credential, { parameters: toolParameters(options) }, use);
}
