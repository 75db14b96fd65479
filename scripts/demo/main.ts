import { parseArgs } from 'node:util';
import { step } from '../../harness/system/progress';
import { type RowOutcome, isDone, outcomeTable, readOutcomes } from '../../harness/samples/outcome';
import { TOP_UP_TRIGGER } from '../../harness/samples/samples';
import { packPackage } from '../../harness/package/pack';
import { installTarball } from '../../harness/n8n/user-folder';
import { type Demo, PORT_OPTIONS, type Surroundings, addresses, setUp } from './setup';
import { type Cleanup, INTERRUPTED, untilStopped } from './until-stopped';

const HELP = `Usage: npm start -- [options]

Starts a GMC sandbox and a real n8n with this package in it, and runs the sample workflow
"Top up customers from a spreadsheet" once. Runs until Ctrl-C. No money moves.

Options:
  --once                 stop after the table; the exit code is 1 if a row was not issued
  --port <number>        port of n8n (default 5678)
  --sandbox-port <number>
                         port of the sandbox (default 4010)
  --help                 show this help

The first run downloads n8n (about 2 GB) into .cache. Set GMC_CACHE_DIR to use another folder.
`;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function topUp(demo: Demo): Promise<RowOutcome[]> {
	const id = demo.workflowIds['top-up-from-spreadsheet'];
	const execution = await step('Running "Top up customers from a spreadsheet"', () =>
		demo.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER }),
	);
	const { error } = execution.data.resultData;
	if (error) {
		const node = execution.data.resultData.lastNodeExecuted ?? 'the workflow';
		throw new Error(`"${node}" failed: ${error.message} ${error.description ?? ''}`);
	}
	const rows = readOutcomes(execution);
	if (rows.length === 0) throw new Error('The spreadsheet had no rows.');
	return rows;
}

const table = (rows: RowOutcome[]): string =>
	`${outcomeTable(rows)}\n${rows.filter(isDone).length} of ${rows.length} rows issued`;

/** The package as it would be published. */
const surroundings: Surroundings = {
	command: 'npm start',
	folderName: 'demo',
	providePackage: async (userFolder) => {
		const tarball = await step('Building and packing the nodes', packPackage);
		await installTarball(userFolder, tarball);
	},
};

async function demonstrate(stopped: Promise<undefined>, cleanup: Cleanup): Promise<number> {
	const { values: options } = parseArgs({
		options: {
			...PORT_OPTIONS,
			once: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (options.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const demo = await Promise.race([setUp(options, surroundings, cleanup), stopped]);
	const rows = demo && (await Promise.race([topUp(demo), stopped]));
	if (!demo || !rows) return INTERRUPTED;
	say(`\n${table(rows)}`);
	if (options.once) return rows.every(isDone) ? 0 : 1;
	say(addresses(demo));
	await stopped;
	return 0;
}

void untilStopped(demonstrate);
