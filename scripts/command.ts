/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { leaveWith } from '../harness/system/main';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Runs a command of package.json to its end; with `--help` it only says what it does.
 *
 * @param work answers with the exit code
 */
export function command<T extends Options>(
	help: string,
	options: T,
	work: (values: Values<T>) => Promise<number>,
): void {
	const run = async () => {
		const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
		const given = values as Values<T> & { help?: boolean };
		if (!given.help) return await work(given);
		process.stdout.write(help);
		return 0;
	};
	leaveWith(run());
}

/** @throws Error in the words of a user, unless the text of an option is a whole number above zero */
export function readCount(option: string, text: string): number {
	const count = Number(text);
	if (Number.isInteger(count) && count > 0) return count;
	throw new Error(`--${option} takes a whole number above zero, not "${text}".`);
}
