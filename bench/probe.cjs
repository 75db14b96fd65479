// Loaded into n8n as its external hooks (EXTERNAL_HOOK_FILES): answers at GMC_PROBE_PORT what an execution took, by the
// id of the execution, once that has ended; at `/` the CPU so far.
const { createServer } = require('node:http');

/** By execution: the promise of its end. */
const executions = new Map();

function executionOf(id) {
	if (!executions.has(id)) {
		const execution = {};
		execution.ended = new Promise((resolve) => (execution.end = resolve));
		executions.set(id, execution);
	}
	return executions.get(id);
}

async function postExecute(run, workflow, id) {
	// A part of the node that has called it.
	if (run.mode === 'integrated') return;
	const { runData, error } = run.data.resultData;
	const times = Object.entries(runData).map(([name, runs]) => [name, runs[0].executionTime]);
	const wallMs = Object.fromEntries(times);
	executionOf(id).end({ status: run.status, error: error?.message, wallMs });
}

createServer((request, response) => {
	const id = request.url.slice(1);
	const answer = (told) => {
		const { user, system } = process.cpuUsage();
		response.end(JSON.stringify({ ...told, cpuMs: (user + system) / 1000 }));
	};
	if (id === '') return answer({});
	void executionOf(id).ended.then((told) => {
		executions.delete(id);
		answer(told);
	});
})
	.listen(Number(process.env.GMC_PROBE_PORT), '127.0.0.1')
	.unref();

module.exports = { workflow: { postExecute: [postExecute] } };
