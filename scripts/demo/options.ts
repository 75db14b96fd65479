/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';

/** The help of `npm start`. */
export const HELP = `Usage: npm start -- [options]

Starts a GMC sandbox and a real n8n with this package in it, runs the sample workflow
"Top up customers from a spreadsheet" once, and stays until Ctrl-C. Nothing leaves this computer.

Options:
  --once                 end after the table; the exit code is 1 if a row was not issued
  --port <number>        the port of n8n (default 5678)
  --sandbox-port <number>
                         the port of the sandbox (default 4010)
  --help                 show this

The first run downloads n8n (about 2 GB) into .cache; the variable GMC_CACHE_DIR names another folder.
`;

/** Where n8n and the sandbox are to listen. */
export interface Ports {
	port: number;
	sandboxPort: number;
}

/** What the user asked for. */
export interface DemoOptions extends Ports {
	once: boolean;
	help: boolean;
}

/** The options of a command line that choose ports, for `parseArgs`. */
export const PORT_OPTIONS = {
	port: { type: 'string', default: '5678' },
	'sandbox-port': { type: 'string', default: '4010' },
} as const;

function readPort(text: string, option: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`--${option} wants a number from 1 to 65535, not "${text}".`);
}

/** The ports that were chosen; throws in plain words when they are none. */
export function readPorts(values: Record<keyof typeof PORT_OPTIONS, string>): Ports {
	return {
		port: readPort(values.port, 'port'),
		sandboxPort: readPort(values['sandbox-port'], 'sandbox-port'),
	};
}

/** Reads the command line; throws in plain words when it makes no sense. */
export function readOptions(args: string[]): DemoOptions {
	const { values } = parseArgs({
		args,
		options: {
			...PORT_OPTIONS,
			once: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	return { once: values.once, help: values.help, ...readPorts(values) };
}
