/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';

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
	const { once, help } = values;
	return { once, help, ...readPorts(values) };
}
