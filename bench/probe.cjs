// Loaded into n8n as its external hooks (EXTERNAL_HOOK_FILES): measures each run of a node from inside the
// process, and answers what it found of an execution at GMC_PROBE_PORT, once that has ended; at `/` the CPU so far.
const { createServer } = require('node:http');
const { performance } = require('node:perf_hooks');

/** By execution: the cost of its nodes, and the promise of its end. */
const executions = new Map();

function executionOf(id) {
	if (!executions.has(id)) {
		const execution = { nodes: {} };
		execution.ended = new Promise((resolve) => (execution.end = resolve));
		executions.set(id, execution);
	}
	return executions.get(id);
}

const millisOf = ({ user, system }) => (user + system) / 1000;

// n8n's own copy.
const { WorkflowExecute } = require.main.require('n8n-core');
const { runNode } = WorkflowExecute.prototype;
WorkflowExecute.prototype.runNode = async function (...args) {
	// A part of the node that has called it.
	if (args[5] === 'integrated') return await runNode.apply(this, args);
	const cost = (executionOf(args[4].executionId).nodes[args[1].node.name] = {});
	const startedAt = performance.now();
	try {
		return await runNode.apply(this, args);
	} finally {
		cost.wallMs = performance.now() - startedAt;
	}
};

/** Rows that the GMC node has not sent. */
const unsentOf = (items) =>
	items.filter(({ json }) => (json._gmc ?? json.details)?.outcome === 'notAttempted').length;

async function postExecute(run, workflow, id) {
	if (run.mode === 'integrated') return;
	const { nodes, end } = executionOf(id);
	const { runData, error } = run.data.resultData;
	for (const [name, runs] of Object.entries(runData)) {
		const items = (runs.at(-1)?.data?.main ?? []).flatMap((output) => output ?? []);
		nodes[name] = { ...nodes[name], unsent: unsentOf(items) };
	}
	end({ status: run.status, error: error?.message, nodes });
}

createServer((request, response) => {
	const id = request.url.slice(1);
	const answer = (told) =>
		response.end(JSON.stringify({ ...told, cpuMs: millisOf(process.cpuUsage()) }));
	if (id === '') return answer({});
	void executionOf(id).ended.then((told) => {
		executions.delete(id);
		answer(told);
	});
})
	.listen(Number(process.env.GMC_PROBE_PORT), '127.0.0.1')
	.unref();

module.exports = { workflow: { postExecute: [postExecute] } };
