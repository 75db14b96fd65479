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

/** The kills, in milliseconds after the answer. */
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
	afterAnswerMs: number;
	before: string;
	after: string;
}

/** Kills n8n this many milliseconds after it got a list with something new. */
async function killAfterAnswer(
	afterAnswerMs: number,
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
	await delay(arrivedAt + LATENCY_MS + afterAnswerMs - Date.now());
	await n8n.kill();
	await n8n.start();
	const { _id: after } = await admin.createAddition();
	await until('an execution with what completed after the restart', async () => {
		const newest = (await client.executions({ workflowId, status: ['success'] })).slice(0, 3);
		const executions = await Promise.all(newest.map(async ({ id }) => await client.execution(id)));
		return executions.some((execution) => startedWith(execution).includes(after));
	});
	return { afterAnswerMs, before, after };
}

/** Kills n8n at each moment. Then it looks for the additions in all executions. */
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
		await twoLooks(e2e);
		const executions = await e2e.client.allFinished(workflowId);
		const emitting = (addition: string) =>
			executions.filter((execution) => startedWith(execution).includes(addition));
		return kills.map(({ afterAnswerMs, before, after }) => ({
			mode,
			afterAnswerMs,
			emitted: emitting(before).length,
			cutShort: emitting(before).filter(({ status }) => status === 'crashed').length,
			emittedAfterRestart: emitting(after).length,
		}));
	} finally {
		await e2e.stop();
	}
}

const OPTIONS = { kills: { type: 'string', default: '30' } } as const;

command(HELP, OPTIONS, async ({ kills }) => {
	const count = readCount('kills', kills);
	// Spread evenly, both ends included.
	const stride = (TO_MS - FROM_MS) / Math.max(1, count - 1);
	const moments = Array.from({ length: count }, (_, at) => Math.round(FROM_MS + at * stride));
	const results = [
		await killInMode('default', {}, moments),
		await killInMode('durable cursors', DURABLE_CURSORS, moments),
	];
	const [[first]] = results;
	const lines = results.flat().map((one) => Object.values(one).map(String));
	say(`\n${plainTable(Object.keys(first), lines)}`);
	for (const all of results) {
		const lost = all.filter(({ emitted }) => emitted === 0).length;
		const repeated = all.filter(({ emitted }) => emitted > 1).length;
		say(`${all[0].mode}: ${all.length} kills, ${lost} lost, ${repeated} repeated`);
	}
	return results.flat().every(({ emittedAfterRestart }) => emittedAfterRestart === 1) ? 0 : 1;
});
