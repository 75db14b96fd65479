/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import { workersOf } from '../../test/queue/executions';
import { type SampleName, loadSample, withSpreadsheet } from '../../harness/samples/samples';
import { isRunning } from '../../harness/n8n/executions';
import type { ExecutionSummary, WorkflowNode } from '../../harness/n8n/types';
import { tally } from '../../harness/sandbox/books';
import type { QueueMode } from '../../harness/queue/queue-mode';
import { type Usage, usageOf } from '../../harness/system/usage';

const POLL_MS = 1000;

/** What a process of n8n has used. */
export interface ProcessCost {
	name: string;
	cpuSeconds: number;
	/** The highest that was seen, once a second. */
	peakRssMb: number;
}

/** One run of the sample. */
export interface Run {
	status: string;
	seconds: number;
	/** Parts by the worker that took them. */
	parts: Record<string, number>;
	processes: ProcessCost[];
}

/** The sample "Top up 100,000 rows", both workflows, ready to run on a sheet. */
export async function importTopUp(
	{ client, main, credentialId }: QueueMode,
	{ file, rowsPerPart }: { file: string; rowsPerPart: number },
): Promise<{ sheetId: string; partId: string }> {
	const header = { name: 'X-Top-Up-Key', value: 'bench' };
	const id = await client.createCredential('httpHeaderAuth', 'Key', header);
	const settings = { n8nUrl: main.url, rowsPerPart, maxTotal: 1e9 };
	const change = (node: WorkflowNode): WorkflowNode => {
		if (node.name === 'Settings') {
			return { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify(settings) } };
		}
		const isOpened = ['Part', 'Issue the parts'].includes(node.name);
		return isOpened ? { ...node, credentials: { httpHeaderAuth: { id, name: 'Key' } } } : node;
	};
	const importOne = async (name: SampleName) => {
		const workflow = withSpreadsheet(await loadSample(name), file);
		const nodes = workflow.nodes.map(change);
		return (await client.importWorkflow({ ...workflow, nodes }, { credentialId })).id;
	};
	const partId = await importOne('top-up-100000-rows-part');
	await client.activate(partId);
	return { sheetId: await importOne('top-up-100000-rows'), partId };
}

/** Runs the sample as the editor's button does, and watches the processes meanwhile. */
export async function runTopUp(
	queue: QueueMode,
	{ sheetId, partId }: { sheetId: string; partId: string },
): Promise<Run> {
	const { client, main, workers } = queue;
	const pids = [
		{ name: 'main', pid: main.pid! },
		...workers.map(({ name, pid }) => ({ name, pid: pid! })),
	];
	const look = async () => await Promise.all(pids.map(async ({ pid }) => await usageOf(pid)));
	const before = await look();
	const peaks = before.map(({ rssMb }) => rssMb);
	const startedAt = performance.now();
	const executionId = await client.startWorkflow(sheetId, 'Run it by hand');
	let last: Usage[] = before;
	let found: ExecutionSummary | undefined;
	do {
		await delay(POLL_MS);
		last = await look();
		for (const [index, { rssMb }] of last.entries()) peaks[index] = Math.max(peaks[index], rssMb);
		// n8n drops connections while it moves a whole sheet about.
		const listed = await client.executions({ workflowId: sheetId }).catch(() => []);
		found = listed.find(({ id }) => id === executionId);
	} while (found === undefined || isRunning(found));
	const processes = pids.map(({ name }, index) => ({
		name,
		cpuSeconds: last[index].cpuSeconds - before[index].cpuSeconds,
		peakRssMb: peaks[index],
	}));
	const seconds = (performance.now() - startedAt) / 1000;
	return { status: found.status, seconds, parts: await partsOf(queue, partId), processes };
}

async function partsOf(queue: QueueMode, partId: string) {
	const executions = await queue.client.allExecutions({ workflowId: partId });
	return tally(workersOf(queue, executions).map((name) => name ?? 'nobody'));
}
