import type { WorkflowJson } from '../n8n/types';
import { locator } from '../workflows/build';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const KEPT = ['Chat', 'Agent', 'Model'];

const fromAi = (name: string, type: string) => `={{ $fromAI('${name}', '${name}', '${type}') }}`;

const question = {
	id: 'question',
	name: 'Ask before paying',
	type: `${LANGCHAIN}.chatHitlTool`,
	typeVersion: 1.3,
	position: [0, 300] as [number, number],
	webhookId: 'made-up-approval',
	parameters: {
		operation: 'sendAndWait',
		responseType: 'approval',
		message: '={{ $tool.parameters.amount }}?',
		approvalOptions: { values: { approvalType: 'double', disapproveLabel: 'Decline' } },
		options: {},
	},
};

const payment = {
	id: 'payment',
	name: 'Add balance',
	type: 'n8n-nodes-gmc.gmcTool',
	typeVersion: 1,
	position: [0, 500] as [number, number],
	parameters: {
		descriptionType: 'manual',
		toolDescription: 'Adds balance',
		resource: 'balance',
		operation: 'add',
		customer: locator('taxId', fromAi('taxId', 'string')),
		amount: fromAi('amount', 'number'),
		currency: 'BRL',
		options: { maxAmount: 100 },
	},
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
		nodes: [...kept, question, payment],
		connections: {
			Chat: to('Agent', 'main'),
			Model: to('Agent', 'ai_languageModel'),
			'Ask before paying': to('Agent', 'ai_tool'),
			'Add balance': to('Ask before paying', 'ai_tool'),
		},
	};
}
