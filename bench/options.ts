/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheDir } from '../harness/system/paths';

/** An option that takes whole numbers, as all do that a benchmark has of its own. */
export interface Numbers {
	means: string;
	usual: number[];
	/** With `--quick`. */
	quick?: number[];
}

/** What a command line offers. */
export interface Choices<Option extends string> {
	/** The npm script. */
	command: string;
	about: string;
	options: Record<Option, Numbers>;
	parts: Record<string, PartChoice>;
}

/** How a part of a benchmark is chosen. */
export interface PartChoice {
	/** docs/speed.md has its table. */
	isOnPage?: boolean;
}

/** What a part of a benchmark is asked for. */
export interface Task<Option extends string> {
	numbers: Record<Option, number[]>;
	isQuick: boolean;
	say(text: string): void;
}

/** What a command line asks for. */
interface Options<Option extends string> extends Omit<Task<Option>, 'say'> {
	/** The names of the parts. */
	only: string[];
	/** The file for what is found. */
	out: string;
	/** Whether the page gets the tables. */
	writes: boolean;
}

const COMMON = {
	only: { type: 'string' },
	quick: { type: 'boolean', default: false },
	write: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

const defaultOut = (command: string) => `bench/${command.replace(/^bench:/, '')}.json`;

function numbersOf(
	name: string,
	{ usual, quick = usual }: Numbers,
	{ text, isQuick }: { text?: string; isQuick: boolean },
): number[] {
	if (text === undefined) return isQuick ? quick : usual;
	const numbers = text.split(',').map(Number);
	if (numbers.every((one) => Number.isInteger(one) && one >= 0)) return numbers;
	throw new Error(`--${name} takes whole numbers, not "${text}".`);
}

function partsOf(parts: Choices<never>['parts'], only?: string): string[] {
	const names = Object.keys(parts);
	if (only === undefined) return names;
	const chosen = only.split(',');
	const unknown = chosen.find((name) => !names.includes(name));
	if (unknown === undefined) return chosen;
	throw new Error(`--only takes ${names.join(', ')}, not "${unknown}".`);
}

/** Reads the command line; undefined where it asks for help. */
export function readOptions<Option extends string>({
	command,
	options,
	parts,
}: Choices<Option>): Options<Option> | undefined {
	const names = Object.keys(options) as Option[];
	const own = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
	const { values } = parseArgs({ options: { ...own, ...COMMON } });
	if (values.help) return undefined;
	const { quick: isQuick, write: writes, only } = values;
	const given: Record<string, unknown> = values;
	const numbers = names.map((name) => {
		const text = given[name] as string | undefined;
		return [name, numbersOf(name, options[name], { text, isQuick })];
	});
	return {
		numbers: Object.fromEntries(numbers) as Record<Option, number[]>,
		isQuick,
		writes,
		only: partsOf(parts, only),
		out: path.join(cacheDir(), defaultOut(command)),
	};
}

/** What `--help` shows. */
export function helpOf({ command, about, options, parts }: Choices<string>): string {
	const own = Object.entries(options).map(([name, { means, usual, quick }]) => {
		const quickly = quick ? `, quick ${quick.join(',')}` : '';
		return [`--${name} <numbers>`, `${means} (default ${usual.join(',')}${quickly})`];
	});
	const names = Object.keys(parts);
	const ofOne = [['--quick', 'less of everything']];
	const ofSeveral = [
		['--only <names>', `what to measure, of ${names.join(', ')}`],
		['--write', 'puts the tables into docs/speed.md that it has'],
	];
	const lines = [...own, ...ofOne, ...(names.length > 1 ? ofSeveral : [])].map(
		([option, text]) => `  ${option.padEnd(23)}${text}`,
	);
	const usage = `Usage: npm run ${command} -- [options]`;
	const progress = `Progress goes to stderr, the figures as JSON to ${defaultOut(command)} in the cache folder.`;
	return `${[usage, '', about.trim(), progress, '', ...lines].join('\n')}\n`;
}
