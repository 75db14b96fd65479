/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';
import { z, ZodError } from 'zod';
import { issuesOf } from './handlers/exchange';
import { credentialLines } from './credential';
import { SEED_NAMES } from './seeds';
import { startSandbox, type RunningSandbox, type SandboxOptions } from './server';

const HELP = `A GMC service on this computer, to try workflows without money.

Usage: npm run sandbox -- [options]

  --port <number>  port on 127.0.0.1 (default 4010; 0: any free one)
  --seed <name>    starting state: ${SEED_NAMES.join(', ')} (default demo)
  --help           this text
`;

const Start = z.object({
	port: z.coerce.number().int().min(0).max(65_535),
	seed: z.enum(SEED_NAMES),
});

/** The options of the command line; undefined for `--help`. */
function optionsOf(args: string[]): SandboxOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '4010' },
			seed: { type: 'string', default: 'demo' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return Start.parse(values);
}

/** Explains a known error. Any other error is shown with its stack. */
function explained(error: unknown, port: number | undefined): string {
	if (error instanceof ZodError) return `Not valid: ${issuesOf(error)}`;
	const { code = '', message, stack } = error as NodeJS.ErrnoException;
	if (code.startsWith('ERR_PARSE_ARGS')) return `${message}\nSee npm run sandbox -- --help`;
	if (code === 'EADDRINUSE') {
		return (
			`Port ${port} is in use, perhaps by another sandbox. ` +
			`Stop it, or choose another port: npm run sandbox -- --port ${(port ?? 0) + 1}`
		);
	}
	return stack ?? String(error);
}

function banner({ url, baseUrl }: RunningSandbox): string {
	const lines = credentialLines(baseUrl).map((line) => `  ${line}`);
	return `GMC sandbox. No money moves, and this login is not real.

  Page       ${url}/_sandbox  (buttons for faults; live requests and top-ups)
  Base URL   ${baseUrl}

In n8n, create a credential "GMC API" with:

${lines.join('\n')}

Press Ctrl-C to stop.
`;
}

async function main(): Promise<void> {
	let port: number | undefined;
	try {
		const options = optionsOf(process.argv.slice(2));
		if (options === undefined) return void process.stdout.write(HELP);
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
