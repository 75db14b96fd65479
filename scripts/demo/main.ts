/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { step } from '../../harness/system/progress';
import type { Language } from '../../sandbox/language';
import { readOptions } from './options';
import { type RowOutcome, isDone, outcomeTable, readOutcomes } from '../../harness/samples/outcome';
import { topUpTrigger } from '../../harness/samples/samples';
import { packPackage } from '../../harness/package/pack';
import { installTarball } from '../../harness/n8n/user-folder';
import { type Demo, type Surroundings, addresses, setUp } from './setup';
import { WORDS } from './words';
import { type Cleanup, INTERRUPTED, untilStopped } from './until-stopped';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function topUp(demo: Demo): Promise<RowOutcome[]> {
	const id = demo.workflowIds['top-up-from-spreadsheet'];
	const triggerName = topUpTrigger(demo.language);
	const execution = await step(WORDS[demo.language].steps.run, () =>
		demo.client.runWorkflow(id, { triggerName }),
	);
	const { error } = execution.data.resultData;
	if (error) {
		const node = execution.data.resultData.lastNodeExecuted ?? 'the workflow';
		throw new Error(`"${node}" failed: ${error.message} ${error.description ?? ''}`);
	}
	const rows = readOutcomes(execution, demo.language);
	if (rows.length === 0) throw new Error('The spreadsheet had no rows.');
	return rows;
}

function table(rows: RowOutcome[], language: Language): string {
	const { columns, issued } = WORDS[language];
	return `${outcomeTable(rows, columns)}\n${issued(rows.filter(isDone).length, rows.length)}`;
}

/** The package as it would be published. */
const surroundingsIn = (language: Language): Surroundings => ({
	language,
	command: 'npm start',
	folderName: 'demo',
	providePackage: async (userFolder) => {
		const tarball = await step(WORDS[language].steps.pack, packPackage);
		await installTarball(userFolder, tarball);
	},
});

async function demonstrate(stopped: Promise<undefined>, cleanup: Cleanup): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) {
		process.stdout.write(WORDS[options.language].help);
		return 0;
	}
	const demo = await Promise.race([
		setUp(options, surroundingsIn(options.language), cleanup),
		stopped,
	]);
	const rows = demo && (await Promise.race([topUp(demo), stopped]));
	if (!demo || !rows) return INTERRUPTED;
	say(`\n${table(rows, demo.language)}`);
	if (options.once) return rows.every(isDone) ? 0 : 1;
	say(addresses(demo));
	await stopped;
	return 0;
}

void untilStopped(demonstrate);
