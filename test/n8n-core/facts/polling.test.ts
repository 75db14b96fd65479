import { PollContext } from 'n8n-core';
import { type IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';
import { node, nodeTypes } from '../../../harness/engine/parts';

// What n8n gives to a node that polls (docs/internals/n8n.md, P).

const TRIGGER = 'n8n-nodes-gmc.gmcTrigger';

function contextOf(name: string, staticData = {}) {
	const trigger = node(name, TRIGGER);
	const workflow = new Workflow({
		id: 'w',
		nodes: [trigger],
		connections: {},
		active: true,
		staticData,
		nodeTypes: nodeTypes([]),
	});
	const additionalData = {} as IWorkflowExecuteAdditionalData;
	return new PollContext(workflow, trigger, additionalData, 'trigger', 'activate');
}

test('the static data of a node is kept under its name, so a renamed node has none', () => {
	const stored = {};
	const ofNode = contextOf('Before', stored).getWorkflowStaticData('node');
	ofNode.cursor = 1;
	// n8n watches it for changes. Of a durable cursor, a poll gets a plain copy.
	expect('__dataChanged' in ofNode).toBe(true);
	const saved = JSON.parse(JSON.stringify({ 'node:Before': { cursor: 1 } })) as object;
	expect(JSON.parse(JSON.stringify(stored))).toEqual(saved);
	expect(contextOf('Before', saved).getWorkflowStaticData('node')).toMatchObject({ cursor: 1 });
	expect(contextOf('After', saved).getWorkflowStaticData('node').cursor).toBeUndefined();
});

test('a poll is told how much time it has', () => {
	expect(typeof contextOf('Trigger').getPollBudgetMs).toBe('function');
});
