import { setTimeout as delay } from 'node:timers/promises';
import type { Execution } from '../n8n/types';
import type { TestBed } from '../n8n/test-bed';
import { LIST_ADDITIONS } from '../sandbox/routes';
import { startedWith, triggerWorkflow, twoLooks } from '../workflows/trigger';
import { until } from '../system/until';

/** How long the list's answer is delayed, so that its time is known in advance. */
const LATENCY_MS = 300;

/** A kill, with an addition that completed before it and one that completes after the restart. */
export interface Kill {
	/** Milliseconds from the answer of the list to the kill, as ordered and as it was. */
	wanted: number;
	real: number;
	/** Epoch milliseconds. */
	at: number;
	before: string;
	after: string;
}

/** What an execution that started with an addition says about it. */
export type Fate =
	/** The execution ended before the kill. */
	| 'done'
	/** The kill ended it: n8n stores it with its items as crashed, and can retry it. */
	| 'cut short'
	/** It was stored before the kill and ran after the restart. */
	| 'resumed'
	/** A poll after the restart started it. */
	| 'polled again';

/** The result of a kill: the fates of both additions. None is a loss, more than one a duplicate. */
export interface KillResult extends Kill {
	fates: Fate[];
	fatesAfter: Fate[];
}

/** Moments spread evenly, both ends included. */
export function killMoments(count: number, from: number, to: number): number[] {
	const stride = (to - from) / Math.max(1, count - 1);
	return Array.from({ length: count }, (_, index) => Math.round(from + index * stride));
}

/** Publishes the workflow whose polls are going to be killed; answers with its id. */
export async function publishVictim(e2e: TestBed): Promise<string> {
	const { client, credentialId } = e2e;
	const id = await client.publish(triggerWorkflow(), credentialId);
	await twoLooks(e2e);
	return id;
}

/** Kills n8n this many milliseconds after it got a list with something new. */
export async function killAfterAnswer(
	wanted: number,
	workflowId: string,
	{ client, n8n, sandbox: { admin } }: TestBed,
): Promise<Kill> {
	const latency = { type: 'latency', ms: LATENCY_MS } as const;
	const fault = await admin.addFault({ route: LIST_ADDITIONS, times: 1, action: latency });
	const { _id: before } = await admin.createAddition();
	const answerAt = (await arrivalOf(fault.id, admin)) + LATENCY_MS;
	await delay(answerAt + wanted - Date.now());
	const at = Date.now();
	await n8n.kill();
	await n8n.start();
	const { _id: after } = await admin.createAddition();
	await until('an execution with what completed after the restart', async () => {
		const newest = (await client.executions({ workflowId, status: ['success'] })).slice(0, 3);
		const executions = await Promise.all(newest.map(async ({ id }) => await client.execution(id)));
		return executions.some((execution) => startedWith(execution).includes(after));
	});
	return { wanted, real: at - answerAt, at, before, after };
}

/** When the poll that the fault holds back came in, in epoch milliseconds. */
async function arrivalOf(faultId: string, admin: TestBed['sandbox']['admin']): Promise<number> {
	let at: string | undefined;
	await until('a poll', async () => {
		const held = await admin.journal({ route: LIST_ADDITIONS, status: 'pending' });
		at = held.find(({ faults }) => faults.includes(faultId))?.at;
		return at !== undefined;
	});
	return Date.parse(at!);
}

/** Looks for the additions of the kills in all executions. */
export async function judgeKills(
	kills: Kill[],
	workflowId: string,
	e2e: TestBed,
): Promise<KillResult[]> {
	await twoLooks(e2e);
	const executions = await e2e.client.allFinished(workflowId);
	return kills.map((kill) => {
		const fatesOf = (addition: string) =>
			executions
				.filter((execution) => startedWith(execution).includes(addition))
				.map((execution) => fateOf(execution, kill));
		return { ...kill, fates: fatesOf(kill.before), fatesAfter: fatesOf(kill.after) };
	});
}

function fateOf({ status, createdAt, stoppedAt }: Execution, { at }: Kill): Fate {
	if (Date.parse(createdAt) > at) return 'polled again';
	if (status === 'crashed') return 'cut short';
	return Date.parse(stoppedAt ?? '') > at ? 'resumed' : 'done';
}
