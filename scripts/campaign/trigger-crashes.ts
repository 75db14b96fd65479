/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import { startTestBed, type TestBed } from '../../harness/n8n/test-bed';
import type { Execution } from '../../harness/n8n/types';
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
	/** Epoch milliseconds. */
	at: number;
	before: string;
	after: string;
}

/** What an execution that started with an addition says about it. */
type Fate =
	/** The execution ended before the kill. */
	| 'done'
	/** The kill ended it: n8n stores it with its items as crashed, and can retry it. */
	| 'cut short'
	/** It was stored before the kill and ran after the restart. */
	| 'resumed'
	/** A poll after the restart started it. */
	| 'polled again';

/** The result of a kill: the fates of both additions. None is a loss, more than one a duplicate. */
interface KillResult extends Kill {
	fates: Fate[];
	fatesAfter: Fate[];
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
async function judgeKills(kills: Kill[], workflowId: string, e2e: TestBed): Promise<KillResult[]> {
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

const MODES = { 'Default mode': {}, 'Durable cursors': DURABLE_CURSORS };

type Results = Record<keyof typeof MODES, KillResult[]>;

async function killInMode(mode: keyof typeof MODES, moments: number[]): Promise<KillResult[]> {
	const env = MODES[mode];
	const e2e = await step(`${mode}: starting n8n and the sandbox`, async () => {
		return await startTestBed({ n8n: { env } });
	});
	try {
		const workflowId = await e2e.client.publish(triggerWorkflow(), e2e.credentialId);
		await twoLooks(e2e);
		const kills: Kill[] = [];
		for (const moment of moments) {
			const title = `${mode}: kill ${kills.length + 1} of ${moments.length}`;
			const kill = async () => await killAfterAnswer(moment, workflowId, e2e);
			kills.push(await step(title, kill));
		}
		return await judgeKills(kills, workflowId, e2e);
	} finally {
		await e2e.stop();
	}
}

const signed = (ms: number) => `${ms < 0 ? '' : '+'}${ms} ms`;

function outcome({ fates, real }: KillResult): string {
	const [fate = 'LOST'] = fates;
	return `${fates.length > 1 ? `EMITTED ${fates.length} TIMES` : fate} (${signed(real)})`;
}

function resultTable(results: Results): string {
	const modes = Object.values(results);
	const lines = modes[0].map(({ wanted }, index) => [
		signed(wanted),
		...modes.map((kills) => outcome(kills[index])),
	]);
	return plainTable(['Killed after the answer', ...Object.keys(results)], lines);
}

/** One line on a mode: what was lost and repeated, and the width of the window in which it was lost. */
function summary(mode: string, results: KillResult[]): string {
	const lost = results.filter(({ fates }) => fates.length === 0);
	const moments = lost.map(({ real }) => real);
	const span = Math.max(...results.map(({ real }) => real)) - results[0].real;
	const width = ((span * lost.length) / results.length).toFixed(0);
	const where = `, at ${signed(Math.min(...moments))} to ${signed(Math.max(...moments))}: a window of about ${width} ms`;
	const repeated = results.filter(({ fates }) => fates.length > 1).length;
	const cutShort = results.filter(({ fates }) => fates.includes('cut short')).length;
	const counts = `${repeated} repeated, ${cutShort} cut short`;
	return `${mode}: ${results.length} kills, ${lost.length} lost${lost.length > 0 ? where : ''}; ${counts}`;
}

const OPTIONS = { kills: { type: 'string', default: '30' } } as const;

command(HELP, OPTIONS, async ({ kills }) => {
	const started = Date.now();
	const count = readCount('kills', kills);
	// Spread evenly, both ends included.
	const stride = (TO_MS - FROM_MS) / Math.max(1, count - 1);
	const moments = Array.from({ length: count }, (_, at) => Math.round(FROM_MS + at * stride));
	const results = {} as Results;
	for (const mode of Object.keys(MODES) as Array<keyof typeof MODES>) {
		results[mode] = await killInMode(mode, moments);
	}
	say(`\n${resultTable(results)}`);
	for (const [mode, found] of Object.entries(results)) say(summary(mode, found));
	const bystanders = Object.values(results)
		.flat()
		.filter(({ fatesAfter }) => fatesAfter.length !== 1);
	say(`Completed after the restart and not emitted exactly once: ${bystanders.length}`);
	say(`${((Date.now() - started) / 1000).toFixed(0)} s`);
	return bystanders.length === 0 ? 0 : 1;
});
