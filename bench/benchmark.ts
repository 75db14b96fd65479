/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { leaveWith } from '../harness/system/main';
import { writeTables } from '../harness/system/pages';
import { markdownTable, plainTable } from '../harness/system/table';
import type { Aim, Figures } from './figures';
import { type Choices, type PartChoice, type Task, helpOf, readOptions } from './options';

/** What a part has found. */
export interface Finding {
	figures: Figures;
	aims: Aim[];
	/** For the file, in full. */
	cases: unknown;
}

/** One question of a benchmark. */
interface Part<Option extends string> extends PartChoice {
	measure(task: Task<Option>): Promise<Finding>;
}

/** A command that measures. */
interface Benchmark<Option extends string> extends Choices<Option> {
	parts: Record<string, Part<Option>>;
}

async function save(file: string, found: Record<string, Finding>): Promise<void> {
	// Other work on the machine shows in every figure.
	const machine = { node: process.version, cpus: cpus().length, load: loadavg() };
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, `${JSON.stringify({ ...machine, ...found }, null, '\t')}\n`);
}

const textOf = ({ figures: { head, rows, notes = [] }, aims }: Finding) =>
	[
		plainTable(head, rows),
		...notes,
		...aims.map(({ aim, found, isMet }) => `${isMet ? '✔' : '✖'} ${aim} (found: ${found})`),
	].join('\n');

const isSound = ({ aims }: Finding) => aims.every(({ isMet, isMust }) => isMet || !isMust);

async function run<Option extends string>(benchmark: Benchmark<Option>): Promise<number> {
	const options = readOptions(benchmark);
	if (options === undefined) {
		process.stdout.write(helpOf(benchmark));
		return 0;
	}
	const say = (text: string) => process.stderr.write(`${text}\n`);
	const found: Record<string, Finding> = {};
	for (const name of options.only) {
		const { measure, isOnPage } = benchmark.parts[name];
		const finding = await measure({ ...options, say });
		found[name] = finding;
		process.stdout.write(`${textOf(finding)}\n`);
		if (options.writes && isOnPage) {
			const { head, rows } = finding.figures;
			await writeTables('docs/speed.md', { [name]: markdownTable(head, rows) });
		}
		// A part that fails takes nothing away from those before it.
		await save(options.out, found);
	}
	say(`as JSON: ${options.out}`);
	return Object.values(found).every(isSound) ? 0 : 1;
}

/** Runs a benchmark as its command line says: tables and aims go to stdout, progress to stderr. */
export function runBenchmark<Option extends string>(benchmark: Benchmark<Option>): void {
	leaveWith(run(benchmark));
}
