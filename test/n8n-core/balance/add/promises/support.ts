import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CallTool } from '../../../../../harness/engine/agent';
import { runAgent } from '../../../../../harness/engine/agent';
import type { Service } from '../../../../../harness/engine/service';
import { addParameters } from '../../../../../harness/engine/service';

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
