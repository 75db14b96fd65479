/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { once } from 'node:events';
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs a program to its end: the exit code is what it answers, or 1 and the reason on stderr. */
export function leaveWith(work: Promise<number>): void {
	work.then(
		(code) => process.exit(code),
		(error: unknown) => {
			process.stderr.write(`${(error as Error).message}\n`);
			process.exit(1);
		},
	);
}

/**
 * Runs a command of package.json to its end; with `--help` it only says what it does.
 *
 * @param work answers with the exit code
 * @param allowPositionals whether there may be arguments beside the options
 */
export function command<T extends Options>(
	help: string,
	options: T,
	work: (values: Values<T>, positionals: string[]) => Promise<number>,
	allowPositionals = false,
): void {
	const run = async () => {
		const withHelp = { ...options, help: { type: 'boolean', short: 'h' } } as const;
		const { values, positionals } = parseArgs({ options: withHelp, allowPositionals });
		const given = values as Values<T> & { help?: boolean };
		if (!given.help) return await work(given, positionals);
		process.stdout.write(help);
		return 0;
	};
	leaveWith(run());
}

/** Resolves at Ctrl-C, or when somebody asks this process to end. */
export const interrupted = async (): Promise<void> =>
	void (await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]));

/** @throws Error in the words of a user, unless the text of an option is a port; 0 is any free one */
export function readPort(option: string, text: string): number {
	const port = Number(text);
	if (text !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
	throw new Error(`--${option} takes a number from 0 to 65535, not "${text}".`);
}
