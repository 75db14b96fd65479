/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { once } from 'node:events';
import { step } from '../../harness/system/progress';
import { HELP, readOptions } from './options';
import { type RowOutcome, isDone, outcomeTable, readOutcomes } from '../../harness/samples/outcome';
import { TOP_UP_TRIGGER } from '../../harness/samples/samples';
import { type Cleanup, type Demo, setUpDemo } from './setup';

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

function summary(rows: RowOutcome[]): string {
	const done = rows.filter(isDone).length;
	return `${done} of ${rows.length} rows issued`;
}

function addresses({ n8n, sandbox, owner, workflowIds }: Demo): string {
	return [
		'',
		`n8n's editor  ${n8n.url}`,
		`  log in as   ${owner.email}`,
		`  password    ${owner.password}`,
		`  workflow    ${n8n.url}/workflow/${workflowIds['top-up-from-spreadsheet']}`,
		`GMC sandbox   ${sandbox.url}  (API: ${sandbox.baseUrl})`,
		'',
		'Ctrl-C ends both.',
	].join('\n');
}

async function demonstrate(args: string[], cleanup: Cleanup): Promise<number> {
	const options = readOptions(args);
	if (options.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const interrupted = once(process, 'SIGINT');
	const terminated = once(process, 'SIGTERM');
	const stopped = Promise.race([interrupted, terminated]).then(() => undefined);
	const demo = await Promise.race([setUpDemo(options, cleanup), stopped]);
	const rows = demo && (await Promise.race([topUp(demo), stopped]));
	if (!demo || !rows) return 130;
	say(`\n${outcomeTable(rows)}\n${summary(rows)}`);
	if (options.once) return rows.every(isDone) ? 0 : 1;
	say(addresses(demo));
	await stopped;
	return 0;
}

async function main(): Promise<void> {
	const cleanup: Cleanup = [];
	let code = 1;
	try {
		code = await demonstrate(process.argv.slice(2), cleanup);
	} catch (error) {
		process.stderr.write(`\n${(error as Error).message}\n`);
	}
	// A second Ctrl-C must not cut this short: n8n would be left half stopped.
	process.on('SIGINT', () => undefined);
	if (cleanup.length > 0) say('\nStopping…');
	for (const undo of cleanup.reverse()) await undo().catch(() => undefined);
	process.exit(code);
}

void main();
