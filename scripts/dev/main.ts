import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageFolder } from '../../harness/n8n/user-folder';
import { repoRoot } from '../../harness/system/paths';
import { step } from '../../harness/system/progress';
import { PORT_OPTIONS, type Surroundings, addresses, setUp } from '../demo/setup';
import { type Cleanup, INTERRUPTED, untilStopped } from '../demo/until-stopped';
import { CompiledPackage } from './compiled-package';

const HELP = `Usage: npm run dev -- [options]

Starts a GMC sandbox and a real n8n with this package in it. When you change a file in nodes/ or credentials/,
an open editor shows the change after a few seconds, without a reload of the page.
The next start deletes everything that you made in this n8n.

Options:
  --port <number>        port of n8n (default 5678)
  --sandbox-port <number>
                         port of the sandbox (default 4010)
  --help                 show this help
`;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Shows what n8n's log says about reloads. */
function sayReloads(text: string): void {
	const time = new Date().toLocaleTimeString('en-GB');
	if (text.includes('Hot reload triggered')) say(`${time} n8n has loaded the change`);
	if (text.includes('Hot reload failed')) say(`${time} ✖ n8n could not load the nodes:\n${text}`);
	if (text.includes('File watching for hot reload is unavailable')) say(text);
}

async function packageName(): Promise<string> {
	const manifest = await readFile(path.join(repoRoot, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { name: string }).name;
}

/** Compiles the sources after every change. n8n watches the result. */
const developing = (cleanup: Cleanup): Surroundings => ({
	command: 'npm run dev',
	folderName: 'dev',
	providePackage: async (userFolder) => {
		const folder = packageFolder(userFolder, await packageName());
		const compiled = await step('Compiling the nodes', () => CompiledPackage.keep(folder, say));
		cleanup.push(() => compiled.stop());
	},
	env: { N8N_DEV_RELOAD: 'true' },
	onLog: sayReloads,
});

async function develop(stopped: Promise<undefined>, cleanup: Cleanup): Promise<number> {
	const { values } = parseArgs({
		options: { ...PORT_OPTIONS, help: { type: 'boolean', short: 'h', default: false } },
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const ready = setUp(values, developing(cleanup), cleanup);
	const demo = await Promise.race([ready, stopped]);
	if (!demo) return INTERRUPTED;
	say(addresses(demo));
	await stopped;
	return 0;
}

void untilStopped(develop);
