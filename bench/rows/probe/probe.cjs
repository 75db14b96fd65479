// Loaded into n8n as its external hooks (EXTERNAL_HOOK_FILES): measures each run of a node from inside the
// process, and answers what it found at GMC_PROBE_PORT. Linux only: the peak of memory comes from /proc.
const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const path = require('node:path');
const { performance } = require('node:perf_hooks');
const { setTimeout: delay } = require('node:timers/promises');
const v8 = require('node:v8');
const vm = require('node:vm');
const { profiled } = require('./profiled.cjs');

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

const statusLine = (name) =>
	Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))[1]);

/** The peak of memory starts again from what is used now: proc(5), clear_refs. */
const forgetPeak = () => writeFileSync('/proc/self/clear_refs', '5');

function memory() {
	// Twice, for what the first one only made free to go.
	gc();
	gc();
	const { heapUsed, external, rss } = process.memoryUsage();
	const fds = readdirSync('/proc/self/fd').length;
	return { heapUsed, external, rss, fds, handles: process.getActiveResourcesInfo().length };
}

/**
 * The longest time between two ticks of the event loop: as it went by, and as CPU of the loop's own thread. On
 * a machine with other work the first counts waiting for a processor, too; the second does not.
 */
class Blocks {
	longestMs = 0;

	longestCpuMs = 0;

	ticks = 0;

	constructor() {
		this.read();
		this.timer = setInterval(() => this.tick(), RESOLUTION_MS).unref();
	}

	read() {
		const { user, system } = process.threadCpuUsage();
		this.at = performance.now();
		this.cpuMs = (user + system) / 1000;
	}

	tick() {
		const { at, cpuMs } = this;
		this.read();
		this.ticks++;
		this.longestMs = Math.max(this.longestMs, this.at - at - RESOLUTION_MS);
		this.longestCpuMs = Math.max(this.longestCpuMs, this.cpuMs - cpuMs);
	}

	/** A block shows with the first tick after it. */
	async end() {
		const { ticks } = this;
		while (this.ticks === ticks) await delay(1);
		clearInterval(this.timer);
	}
}

async function measured(work) {
	const blocks = new Blocks();
	forgetPeak();
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();
	const cost = {};
	const finish = async () => {
		cost.wallMs = performance.now() - startedAt;
		const { user, system } = process.cpuUsage(cpuBefore);
		cost.cpuMs = (user + system) / 1000;
		cost.peakRssBytes = statusLine('VmHWM') * 1024;
		await blocks.end();
		cost.longestBlockMs = blocks.longestMs;
		cost.longestBlockCpuMs = blocks.longestCpuMs;
	};
	try {
		return { result: await work(), cost };
	} finally {
		await finish();
	}
}

// n8n's own copy, wherever it is installed.
const { WorkflowExecute } = require.main.require('n8n-core');
const { runNode } = WorkflowExecute.prototype;
WorkflowExecute.prototype.runNode = async function (...args) {
	// A part of the node that has called it.
	if (args[5] === 'integrated') return await runNode.apply(this, args);
	const { name } = args[1].node;
	const { nodes } = executionOf(args[4].executionId);
	const work = async () => await runNode.apply(this, args);
	const { result, cost } = await profiled(name, async () => await measured(work));
	nodes[name] = cost;
	return result;
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
	const execution = executionOf(id);
	const { resultData } = run.data;
	const itemsOf = (runs) => runs.at(-1)?.data?.main?.[0]?.length ?? 0;
	for (const [name, runs] of Object.entries(resultData.runData)) {
		Object.assign((execution.nodes[name] ??= {}), { items: itemsOf(runs) });
		execution.nodes[name].executionTimeMs = runs.at(-1)?.executionTime;
		execution.nodes[name].outcomes = outcomesOf(runs.at(-1)?.data?.main ?? []);
	}
	execution.end({
		status: run.status,
		error: resultData.error?.message,
		wallMs: new Date(run.stoppedAt) - new Date(run.startedAt),
		nodes: execution.nodes,
		// Rows and results are still there. It takes long where the heap is large, so not behind an order.
		after: run.mode === 'manual' ? memory() : undefined,
	});
}

/** How long a file of the package takes to load, as if for the first time. */
function requireTime(encoded) {
	const folder = path.join(
		process.env.N8N_USER_FOLDER,
		'.n8n',
		'nodes',
		'node_modules',
		'n8n-nodes-gmc',
	);
	const loaded = Object.keys(require.cache).filter((file) =>
		file.includes(`${path.sep}n8n-nodes-gmc${path.sep}`),
	);
	for (const file of loaded) delete require.cache[file];
	const startedAt = performance.now();
	require(path.join(folder, 'dist', decodeURIComponent(encoded)));
	return performance.now() - startedAt;
}

/** Of all threads so far. */
function cpuTime() {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

const routes = {
	cpu: async () => cpuTime(),
	memory: async () => memory(),
	require: async (encoded) => requireTime(encoded),
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
