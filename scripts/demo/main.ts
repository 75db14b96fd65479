import { step } from '../../harness/system/progress';
import { type RowOutcome, isDone, outcomeTable, readOutcomes } from '../../harness/samples/outcome';
import { TOP_UP_TRIGGER } from '../../harness/samples/samples';
import { command, interrupted, say } from '../command';
import { type Demo, addresses, setUp } from './setup';

const HELP = `Usage: npm start -- [options], or npm run dev -- [options]

Starts a GMC sandbox and a real n8n with this package in it, until Ctrl-C. No money moves.
npm start runs the sample workflow "Top up customers from a spreadsheet" once.
npm run dev shows a change of a file in nodes/ or credentials/ in an open editor after a few seconds, without a reload
of the page. Its next start deletes everything that you made in this n8n.

Options:
  --once                 of npm start: stop after the table; the exit code is 1 if a row was not issued
  --port <number>        port of n8n (default 5678)
  --sandbox-port <number>
                         port of the sandbox (default 4010)
  --help                 show this help

The first run downloads n8n (about 2 GB) into .cache. Set GMC_CACHE_DIR to use another folder.
`;

const OPTIONS = {
	port: { type: 'string', default: '5678' },
	'sandbox-port': { type: 'string', default: '4010' },
	once: { type: 'boolean', default: false },
	dev: { type: 'boolean', default: false },
} as const;

async function topUp(demo: Demo): Promise<RowOutcome[]> {
	const execution = await step('Running "Top up customers from a spreadsheet"', () =>
		demo.client.runWorkflow(demo.workflowId, { triggerName: TOP_UP_TRIGGER }),
	);
	const { error, lastNodeExecuted = 'the workflow' } = execution.data.resultData;
	if (error) {
		throw new Error(`"${lastNodeExecuted}" failed: ${error.message} ${error.description ?? ''}`);
	}
	const rows = readOutcomes(execution);
	if (rows.length === 0) throw new Error('The spreadsheet had no rows.');
	return rows;
}

command(HELP, OPTIONS, async (options) => {
	const demo = await setUp(options);
	if (!options.dev) {
		const rows = await topUp(demo);
		say(`\n${outcomeTable(rows)}\n${rows.filter(isDone).length} of ${rows.length} rows issued`);
		if (options.once) return rows.every(isDone) ? 0 : 1;
	}
	say(addresses(demo));
	await interrupted();
	say('\nStopping…');
	await demo.n8n.stop();
	return 0;
});
