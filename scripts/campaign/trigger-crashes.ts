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
import { step } from '../../harness/system/progress';
import { command, readCount, say } from '../command';

/** The kills, relative to the answer. */
const [FROM_MS, TO_MS] = [-20, 150];

const HELP = `Usage: npm run campaign:trigger-crashes -- [--kills 30]

Kills a real n8n (SIGKILL) at different moments around a poll that finds something, from ${-FROM_MS} ms before to ${TO_MS} ms
after GMC's answer, in n8n's default mode and with durable cursors. Starts n8n again, completes one more addition, and
counts how often each addition was emitted. An execution that the kill has ended counts: n8n stores it with its items,
lists it as crashed, and can retry it.
`;

const MODES = { 'Default mode': {}, 'Durable cursors': DURABLE_CURSORS };

type Results = Record<keyof typeof MODES, KillResult[]>;

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
	const moments = killMoments(readCount('kills', kills), FROM_MS, TO_MS);
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
