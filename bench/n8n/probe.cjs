// Loaded into n8n as its external hooks (EXTERNAL_HOOK_FILES): measures each run of a node from inside the
// process, and answers what it found at GMC_PROBE_PORT. Linux only: open files are counted in /proc.
const { readdirSync } = require('node:fs');
const { createServer } = require('node:http');
const { performance } = require('node:perf_hooks');
const { setTimeout: delay } = require('node:timers/promises');
const v8 = require('node:v8');
const vm = require('node:vm');

// Finer would cost CPU that is then counted as the node's.
const RESOLUTION_MS = 20;

v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc');

/** By execution: what its nodes cost, the promise of its end, and whoever waits for it. */
const executions = new Map();

function executionOf(id) {
	if (!executions.has(id)) {
		const execution = { nodes: {} };
		execution.ended = new Promise((resolve) => (execution.end = resolve));
		executions.set(id, execution);
	}
	return executions.get(id);
}

function memory() {
	// Twice, for what the first one only made free to go.
	gc();
	gc();
	const { heapUsed, external, rss } = process.memoryUsage();
	const fds = readdirSync('/proc/self/fd').length;
	return { heapUsed, external, rss, fds, handles: process.getActiveResourcesInfo().length };
}

const millisOf = ({ user, system }) => (user + system) / 1000;

/**
 * The most CPU of the event loop's own thread between two of its ticks: by the clock, a block would have the
 * waiting for a processor in it on a machine with other work.
 */
class Blocks {
	longestCpuMs = 0;

	ticks = 0;

	constructor() {
		this.cpuMs = millisOf(process.threadCpuUsage());
		this.timer = setInterval(() => this.tick(), RESOLUTION_MS).unref();
	}

	tick() {
		const before = this.cpuMs;
		this.cpuMs = millisOf(process.threadCpuUsage());
		this.ticks++;
		this.longestCpuMs = Math.max(this.longestCpuMs, this.cpuMs - before);
	}

	/** A block shows with the first tick after it. */
	async end() {
		const { ticks } = this;
		while (this.ticks === ticks) await delay(1);
		clearInterval(this.timer);
		return this.longestCpuMs;
	}
}

/** Runs a node's work, and notes into `cost` what it took, however it ends. */
async function measured(work, cost) {
	const blocks = new Blocks();
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();
	try {
		return await work();
	} finally {
		cost.wallMs = performance.now() - startedAt;
		cost.cpuMs = millisOf(process.cpuUsage(cpuBefore));
		cost.longestBlockCpuMs = await blocks.end();
	}
}

// n8n's own copy, wherever it is installed.
const { WorkflowExecute } = require.main.require('n8n-core');
const { runNode } = WorkflowExecute.prototype;
WorkflowExecute.prototype.runNode = async function (...args) {
	// A part of the node that has called it.
	if (args[5] === 'integrated') return await runNode.apply(this, args);
	const { name } = args[1].node;
	const cost = (executionOf(args[4].executionId).nodes[name] = {});
	return await measured(async () => await runNode.apply(this, args), cost);
};

/** How often each outcome of the GMC node is among the items, and `failed` for errors of other nodes. */
function outcomesOf(outputs) {
	const counts = {};
	for (const { json } of outputs.flatMap((items) => items ?? [])) {
		const outcome = json._gmc?.outcome ?? json.details?.outcome ?? (json.error && 'failed');
		if (outcome !== undefined) counts[outcome] = (counts[outcome] ?? 0) + 1;
	}
	return counts;
}

async function postExecute(run, workflow, id) {
	if (run.mode === 'integrated') return;
	const { nodes, end } = executionOf(id);
	const { runData, error } = run.data.resultData;
	for (const [name, runs] of Object.entries(runData)) {
		nodes[name] = { ...nodes[name], outcomes: outcomesOf(runs.at(-1)?.data?.main ?? []) };
	}
	end({ status: run.status, error: error?.message, nodes });
}

const routes = {
	cpu: async () => millisOf(process.cpuUsage()),
	memory: async () => memory(),
	execution: async (id) => {
		const told = await executionOf(id).ended;
		executions.delete(id);
		return told;
	},
};

createServer((request, response) => {
	const [, route, id] = request.url.split('/');
	void routes[route](id).then(
		(body) => response.end(JSON.stringify(body)),
		(error) => response.writeHead(500).end(error.stack),
	);
})
	.listen(Number(process.env.GMC_PROBE_PORT), '127.0.0.1')
	.unref();

module.exports = { workflow: { postExecute: [postExecute] } };
