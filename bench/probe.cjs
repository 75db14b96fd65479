// Loaded into n8n as its external hooks (EXTERNAL_HOOK_FILES): prints what an execution took, once that has ended.

const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

async function postExecute(run, workflow, id) {
	// A part of the node that has called it.
	if (run.mode === 'integrated') return;
	const { status } = run;
	const { runData, error } = run.data.resultData;
	const times = Object.entries(runData).map(([name, runs]) => [name, runs[0].executionTime]);
	const { user, system } = process.cpuUsage();
	const cpuMs = (user + system) / 1000;
	const [silentMs, rss] = [delay.max / 1e6, process.memoryUsage.rss()];
	delay.reset();
	const wallMs = Object.fromEntries(times);
	const told = { id, status, error: error?.message, wallMs, cpuMs, silentMs, rss };
	process.stdout.write(`PROBE ${JSON.stringify(told)}\n`);
}

module.exports = { workflow: { postExecute: [postExecute] } };
