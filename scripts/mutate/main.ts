/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leaveWith } from '../../harness/system/main';
import { cacheDir, repoRoot } from '../../harness/system/paths';
import { run } from '../../harness/system/run';
import { plainTable } from '../../harness/system/table';
import type { FileOutcome, MutationReport } from './report';
import { outcomesOf, shareKilled } from './report';

const HELP = `Usage: npm run mutate -- [--all] [--tests FOLDER] FILES

Changes the code of the files in many small ways, each by itself, and looks whether a unit test notices. Prints
what none has noticed: a test is missing, or nothing needs that code, or the change makes no difference.

  --all            tries every change anew, also where file and tests are as they were the last time
  --tests FOLDER   asks the tests of this folder of test/unit only, such as core/money: what they notice, all of
                   them notice, and many times sooner
`;

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			all: { type: 'boolean', default: false },
			tests: { type: 'string', default: '.' },
			help: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	if (values.help || positionals.length === 0) {
		process.stdout.write(HELP);
		return values.help ? 0 : 1;
	}
	const files = positionals.map((file) => path.relative(repoRoot, path.resolve(file)));
	const missing = [...files, path.join('test/unit', values.tests)].filter(
		(file) => !existsSync(path.join(repoRoot, file)),
	);
	if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}`);
	print(outcomesOf(await mutate(files, values.tests, values.all), files));
	return 0;
}

/**
 * What Stryker remembers for its next run is its report, too. Its copy of the repository is no part of the cache
 * folder, since n8n's linter, whose settings are fixed, would find the changed code there.
 */
async function mutate(files: string[], tests: string, all: boolean): Promise<MutationReport> {
	const report = path.join(cacheDir(), 'mutate.json');
	const args = [
		'run',
		'--mutate',
		files.join(','),
		'--tempDirName',
		path.join(tmpdir(), 'gmc-mutate'),
		'--cleanTempDir',
		'always',
		'--incrementalFile',
		report,
		...(all ? ['--force'] : []),
	];
	await run(path.join(repoRoot, 'node_modules/.bin/stryker'), args, {
		cwd: repoRoot,
		env: { ...process.env, GMC_MUTATE_TESTS: tests },
		onLine: (line) => process.stderr.write(`${line}\n`),
	});
	return JSON.parse(await readFile(report, 'utf8')) as MutationReport;
}

function print(outcomes: FileOutcome[]): void {
	const rowOf = (name: string, killed: number, survived: number) => [
		name,
		killed,
		survived,
		shareKilled(killed, survived),
	];
	const rows = outcomes.map(({ file, killed, survivors }) => rowOf(file, killed, survivors.length));
	const survivors = outcomes.flatMap((one) => one.survivors);
	const killed = outcomes.reduce((sum, one) => sum + one.killed, 0);
	const table = plainTable(
		['File', 'Killed', 'Survived', 'Share killed'],
		[...rows, rowOf('Together', killed, survivors.length)],
		['left', 'right', 'right', 'right'],
	);
	process.stdout.write(`\n${[...survivors, table].join('\n\n')}\n`);
}

leaveWith(main());
