/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import { type TestBed, startTestBed } from '../../harness/n8n/test-bed';
import { LIST_ADDITIONS } from '../../harness/sandbox/routes';
import { step } from '../../harness/system/progress';
import { plainTable } from '../../harness/system/table';
import { until } from '../../harness/system/until';
import {
	DURABLE_CURSORS,
	startedWith,
	triggerWorkflow,
	twoLooks,
} from '../../harness/workflows/trigger';
import { command, readCount, say } from '../command';

/** The kills, relative to the answer. */
const [FROM_MS, TO_MS] = [-20, 150];

const HELP = `Usage: npm run campaign:trigger-crashes -- [--kills 30]

Kills a real n8n (SIGKILL) at different moments around a poll that finds something, from ${-FROM_MS} ms before to ${TO_MS} ms
after GMC's answer, in n8n's default mode and with durable cursors. Starts n8n again, completes one more addition, and
counts how often each addition was emitted. An execution that the kill has ended counts: n8n stores it with its items,
lists it as crashed, and can retry it.
`;

/** How long the list's answer is delayed, so that its time is known in advance. */
const LATENCY_MS = 300;

/** A kill, with an addition that completed before it and one that completes after the restart. */
interface Kill {
	/** Milliseconds from the answer of the list to the kill, as ordered and as it was. */
	wanted: number;
	real: number;
	before: string;
	after: string;
}

/** The result of a kill: how often both additions were emitted, and whether the kill has ended the first execution. */
interface KillResult extends Kill {
	emitted: number;
	emittedAfter: number;
	isCutShort: boolean;
}

/** Kills n8n this many milliseconds after it got a list with something new. */
async function killAfterAnswer(
	wanted: number,
	workflowId: string,
	{ client, n8n, sandbox: { admin } }: TestBed,
): Promise<Kill> {
	const latency = { type: 'latency', ms: LATENCY_MS } as const;
	const fault = await admin.addFault({ route: LIST_ADDITIONS, times: 1, action: latency });
	const { _id: before } = await admin.createAddition();
	let arrivedAt = Number.NaN;
	await until('a poll', async () => {
		const held = await admin.journal({ route: LIST_ADDITIONS, status: 'pending' });
		arrivedAt = Date.parse(held.find(({ faults }) => faults.includes(fault.id))?.at ?? '');
		return !Number.isNaN(arrivedAt);
	});
	const answerAt = arrivedAt + LATENCY_MS;
	await delay(answerAt + wanted - Date.now());
	const real = Date.now() - answerAt;
	await n8n.kill();
	await n8n.start();
	const { _id: after } = await admin.createAddition();
	await until('an execution with what completed after the restart', async () => {
		const newest = (await client.executions({ workflowId, status: ['success'] })).slice(0, 3);
		const executions = await Promise.all(newest.map(async ({ id }) => await client.execution(id)));
		return executions.some((execution) => startedWith(execution).includes(after));
	});
	return { wanted, real, before, after };
}

/** Looks for the additions of the kills in all executions. */
async function judgeKills(kills: Kill[], workflowId: string, e2e: TestBed): Promise<KillResult[]> {
	await twoLooks(e2e);
	const executions = await e2e.client.allFinished(workflowId);
	const emitting = (addition: string) =>
		executions.filter((execution) => startedWith(execution).includes(addition));
	return kills.map((kill) => {
		const started = emitting(kill.before);
		const isCutShort = started.some(({ status }) => status === 'crashed');
		const emittedAfter = emitting(kill.after).length;
		return { ...kill, emitted: started.length, emittedAfter, isCutShort };
	});
}

async function killInMode(mode: string, env: Record<string, string>, moments: number[]) {
	const e2e = await step(`${mode}: starting n8n and the sandbox`, async () => {
		return await startTestBed({ n8n: { env } });
	});
	try {
		const workflowId = await e2e.client.publish(triggerWorkflow(), e2e.credentialId);
		await twoLooks(e2e);
		const kills: Kill[] = [];
		for (const moment of moments) {
			const title = `${mode}: kill ${kills.length + 1} of ${moments.length}`;
			kills.push(await step(title, async () => await killAfterAnswer(moment, workflowId, e2e)));
		}
		return await judgeKills(kills, workflowId, e2e);
	} finally {
		await e2e.stop();
	}
}

const signed = (ms: number) => `${ms < 0 ? '' : '+'}${ms} ms`;

function linesOf(mode: string, results: KillResult[]): string[][] {
	return results.map(({ wanted, real, emitted, isCutShort }) => {
		const often = emitted === 0 ? 'LOST' : emitted > 1 ? `EMITTED ${emitted} TIMES` : 'once';
		return [mode, signed(wanted), signed(real), isCutShort ? `${often}, cut short` : often];
	});
}

/** One line on a mode: what was lost and repeated, and the width of the window in which it was lost. */
function summary(mode: string, results: KillResult[]): string {
	const reals = results.map(({ real }) => real);
	const lost = results.filter(({ emitted }) => emitted === 0).length;
	const width = ((Math.max(...reals) - Math.min(...reals)) * lost) / results.length;
	const window = lost > 0 ? ` in a window of about ${width.toFixed(0)} ms` : '';
	const repeated = results.filter(({ emitted }) => emitted > 1).length;
	const cutShort = results.filter(({ isCutShort }) => isCutShort).length;
	return `${mode}: ${results.length} kills, ${lost} lost${window}; ${repeated} repeated, ${cutShort} cut short`;
}

const OPTIONS = { kills: { type: 'string', default: '30' } } as const;

command(HELP, OPTIONS, async ({ kills }) => {
	const count = readCount('kills', kills);
	// Spread evenly, both ends included.
	const stride = (TO_MS - FROM_MS) / Math.max(1, count - 1);
	const moments = Array.from({ length: count }, (_, at) => Math.round(FROM_MS + at * stride));
	const modes = {
		'Default mode': await killInMode('Default mode', {}, moments),
		'Durable cursors': await killInMode('Durable cursors', DURABLE_CURSORS, moments),
	};
	const lines = Object.entries(modes).flatMap(([mode, results]) => linesOf(mode, results));
	say(`\n${plainTable(['Mode', 'Killed after the answer', 'Really', 'Emitted'], lines)}`);
	for (const [mode, results] of Object.entries(modes)) say(summary(mode, results));
	const bystanders = Object.values(modes)
		.flat()
		.filter(({ emittedAfter }) => emittedAfter !== 1);
	say(`Completed after the restart and not emitted exactly once: ${bystanders.length}`);
	return bystanders.length === 0 ? 0 : 1;
});
