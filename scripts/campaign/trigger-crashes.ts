/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';
import { startTestBed } from '../../harness/n8n/test-bed';
import { DURABLE_CURSORS } from '../../harness/workflows/trigger';
import {
	type Kill,
	type KillResult,
	judgeKills,
	killAfterAnswer,
	killMoments,
	publishVictim,
} from '../../harness/crashes/trigger';
import { plainTable } from '../../harness/system/table';
import { readCount } from '../../harness/system/count';
import { step } from '../../harness/system/progress';
import { leaveWith } from '../../harness/system/main';

const HELP = `Usage: npm run campaign:trigger-crashes -- [--kills 30] [--from=-20] [--to=150]

Kills a real n8n (SIGKILL) at so many moments around a poll that has something to tell, from --from to --to
milliseconds after GMC's answer, in n8n's default mode and with durable cursors. n8n is started again, one
more addition completes, and all executions say how often each addition was emitted. An execution that the kill
cut short counts: n8n has stored it with its items, lists it as crashed, and runs it again on "Retry".
`;

const MODES = { 'Default mode': {}, 'Durable cursors': DURABLE_CURSORS };

type Results = Record<keyof typeof MODES, KillResult[]>;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function killInMode(mode: keyof typeof MODES, moments: number[]): Promise<KillResult[]> {
	const env = MODES[mode];
	const e2e = await step(`${mode}: starting n8n and the sandbox`, async () => {
		return await startTestBed({ n8n: { env } });
	});
	try {
		const workflowId = await publishVictim(e2e);
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

/** One line on a mode: what was lost and repeated, and how wide the window of a loss is. */
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

function readOptions(args: string[]): { kills: number; from: number; to: number } | undefined {
	const number = (fallback: string) => ({ type: 'string' as const, default: fallback });
	const { values } = parseArgs({
		args,
		options: {
			kills: number('30'),
			from: number('-20'),
			to: number('150'),
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const kills = readCount('kills', values.kills);
	const [from, to] = [Number(values.from), Number(values.to)];
	if (from < to) return { kills, from, to };
	throw new Error('--from takes a number below that of --to.');
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (options === undefined) {
		process.stdout.write(HELP);
		return 0;
	}
	const started = Date.now();
	const moments = killMoments(options.kills, options.from, options.to);
	const results = {} as Results;
	for (const mode of Object.keys(MODES) as Array<keyof typeof MODES>) {
		results[mode] = await killInMode(mode, moments);
	}
	say(`\n${resultTable(results)}`);
	for (const [mode, kills] of Object.entries(results)) say(summary(mode, kills));
	const bystanders = Object.values(results)
		.flat()
		.filter(({ fatesAfter }) => fatesAfter.length !== 1);
	say(`Completed after the restart and not emitted exactly once: ${bystanders.length}`);
	say(`${((Date.now() - started) / 1000).toFixed(0)} s`);
	return bystanders.length === 0 ? 0 : 1;
}

leaveWith(main());
