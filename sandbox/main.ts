/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports --
   the sandbox is a program of its own: it is not part of the package and never runs inside n8n */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ZodError } from 'zod';
import { issuesOf } from './handlers/exchange';
import { credentialLines } from './page/credential-words';
import { SEED_NAMES, type SeedName } from './seeds';
import { startSandbox, type RunningSandbox, type SandboxOptions } from './server';
import type { SandboxSettingsInput } from './settings';

const HELP = `A GMC service on this machine, for trying workflows without money.

Usage: npm run sandbox -- [options]

  --port <number>    port on 127.0.0.1 (default 4010; 0: any free one)
  --seed <name>      starting state: ${SEED_NAMES.join(', ')} (default demo)
  --settings <file>  JSON file with settings; see /_sandbox/settings/schema for the names
  --help             this text
`;

/** A mistake in how the program was called, in words for the person who called it. */
class UsageError extends Error {}

/** The options of a command line; undefined when help was asked for. */
function optionsOf(args: string[]): SandboxOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '4010' },
			seed: { type: 'string', default: 'demo' },
			settings: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new UsageError(`--port ${values.port} is not a port: give a number from 0 to 65535.`);
	}
	if (!SEED_NAMES.includes(values.seed as SeedName)) {
		throw new UsageError(`--seed ${values.seed} is unknown: give ${SEED_NAMES.join(', ')}.`);
	}
	const settings = values.settings === undefined ? {} : settingsFrom(values.settings);
	return { port, seed: values.seed as SeedName, settings };
}

function settingsFrom(file: string): SandboxSettingsInput {
	// npm runs scripts from the root of the repository; a relative path is the caller's.
	const path = resolve(process.env.INIT_CWD ?? '', file);
	return JSON.parse(readFileSync(path, 'utf8')) as SandboxSettingsInput;
}

/** What is told when something known goes wrong at the start; anything else keeps its stack. */
function explained(error: unknown, port: number | undefined): string {
	if (error instanceof UsageError) return error.message;
	if (error instanceof ZodError) return `The settings do not hold: ${issuesOf(error)}`;
	if (error instanceof SyntaxError) return `The settings file is not JSON: ${error.message}`;
	const { code = '', message, stack } = error as NodeJS.ErrnoException;
	if (code.startsWith('ERR_PARSE_ARGS')) return `${message}\nSee npm run sandbox -- --help`;
	if (code === 'ENOENT') return `The settings file cannot be read: ${message}`;
	if (code === 'EADDRINUSE') {
		return (
			`Port ${port} is in use, perhaps by another sandbox. ` +
			`End that one, or choose another port: npm run sandbox -- --port ${(port ?? 0) + 1}`
		);
	}
	if (code === 'EACCES') {
		return `Port ${port} may not be used by this user. Choose one above 1023 with --port.`;
	}
	return stack ?? String(error);
}

function banner({ url, baseUrl }: RunningSandbox): string {
	const lines = credentialLines(baseUrl).map((line) => `  ${line}`);
	return `GMC sandbox: no money moves here, and this login is made up.

  Page       ${url}/_sandbox  (buttons for faults; requests and books as they come)
  Base URL   ${baseUrl}
  OpenAPI    ${url}/_sandbox/openapi.json

In n8n, make a credential "GMC API" with:

${lines.join('\n')}

Ctrl-C ends it.
`;
}

async function main(): Promise<void> {
	let port: number | undefined;
	try {
		const options = optionsOf(process.argv.slice(2));
		if (options === undefined) {
			process.stdout.write(HELP);
			return;
		}
		port = options.port;
		const sandbox = await startSandbox(options);
		process.stdout.write(banner(sandbox));
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			process.on(signal, () => void sandbox.close());
		}
	} catch (error) {
		process.stderr.write(`${explained(error, port)}\n`);
		process.exitCode = 1;
	}
}

void main();
