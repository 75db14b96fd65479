import type { WorkflowJson } from '../n8n/types';
import { locator, type Step, toNode } from '../workflows/build';
import { addNode } from '../workflows/sheet';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const KEPT = ['Chat', 'Agent', 'Model'];

const question: Step = {
	name: 'Ask before paying',
	type: `${LANGCHAIN}.chatHitlTool`,
	typeVersion: 1.3,
	webhookId: 'made-up-approval',
	parameters: {
		operation: 'sendAndWait',
		responseType: 'approval',
		message: '={{ $tool.parameters.amount }}?',
		approvalOptions: { values: { approvalType: 'double', disapproveLabel: 'Decline' } },
		options: {},
	},
};

const fromAi = (name: string, type = 'string') => `={{ $fromAI('${name}', '${name}', '${type}') }}`;

const payment: Step = {
	...addNode({
		descriptionType: 'manual',
		toolDescription: 'Adds balance',
		customer: locator('taxId', fromAi('taxId')),
		amount: fromAi('amount', 'number'),
		options: { maxAmount: 100 },
	}),
	type: 'n8n-nodes-gmc.gmcTool',
};

/** The agent of the sample, with Balance: Add as a tool behind n8n's own human review of tools. */
export function withGatedTool({ name, nodes }: WorkflowJson): WorkflowJson {
	const kept = nodes
		.filter((node) => KEPT.includes(node.name))
		.map((node) =>
			node.name === 'Agent'
				? { ...node, parameters: { ...node.parameters, hasOutputParser: false } }
				: node,
		);
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		name: `${name}, with a gated tool`,
		nodes: [...kept, ...[question, payment].map(toNode)],
		connections: {
			Chat: to('Agent', 'main'),
			Model: to('Agent', 'ai_languageModel'),
			[question.name]: to('Agent', 'ai_tool'),
			[payment.name]: to(question.name, 'ai_tool'),
		},
	};
}
