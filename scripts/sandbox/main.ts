import { requireFreePort } from '../../harness/system/ports';
import { credentialLines } from '../../sandbox/credential';
import { SEED_NAMES } from '../../sandbox/seeds';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { command, interrupted, readPort, say } from '../command';

const HELP = `A GMC service on this computer, to try workflows without money.

Usage: npm run sandbox -- [options]

  --port <number>  port on 127.0.0.1 (default 4010; 0: any free one)
  --seed <name>    starting state: ${SEED_NAMES.join(', ')} (default demo)
  --help           this text
`;

const banner = ({
	url,
	baseUrl,
}: RunningSandbox): string => `GMC sandbox. No money moves, and this login is not real.

  Page       ${url}/_sandbox  (buttons for faults; live requests and top-ups)
  Base URL   ${baseUrl}

In n8n, create a credential "GMC API" with:

${credentialLines(baseUrl)
	.map((line) => `  ${line}`)
	.join('\n')}

Press Ctrl-C to stop.`;

const OPTIONS = {
	port: { type: 'string', default: '4010' },
	seed: { type: 'string', default: 'demo' },
} as const;

command(HELP, OPTIONS, async (options) => {
	const port = readPort('port', options.port);
	const seed = SEED_NAMES.find((name) => name === options.seed);
	if (seed === undefined) throw new Error(`--seed takes one of ${SEED_NAMES.join(', ')}.`);
	if (port > 0) await requireFreePort(port, 'the sandbox', 'npm run sandbox -- --port <number>');
	const sandbox = await startSandbox({ port, seed });
	say(banner(sandbox));
	await interrupted();
	await sandbox.close();
	return 0;
});
