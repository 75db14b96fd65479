// What the commands of package.json start: plain Node.js, so that it can install what is missing first.
import { ensureDependencies, runTypeScript } from './bootstrap.mjs';

const FILES = {
	start: 'scripts/demo/main.ts',
	dev: 'scripts/dev/main.ts',
	sandbox: 'sandbox/main.ts',
	test: 'scripts/test/main.ts',
	compat: 'scripts/compat/main.ts',
	scan: 'scripts/release/scan.ts',
	'release-notes': 'scripts/release/main.ts',
	bench: 'bench/rows/main.ts',
	'bench-trigger': 'bench/trigger/main.ts',
	'bench-queue': 'bench/queue/main.ts',
	'bench-keys': 'bench/keys/main.ts',
	explore: 'scripts/explore/main.ts',
	mutate: 'scripts/mutate/main.ts',
	campaign: 'scripts/campaign/main.ts',
	crashes: 'scripts/campaign/crashes.ts',
	'trigger-crashes': 'scripts/campaign/trigger-crashes.ts',
	samples: 'scripts/samples/main.ts',
	reference: 'scripts/reference/main.ts',
};

const [name, ...args] = process.argv.slice(2);
if (!(name in FILES)) {
	process.stderr.write(`Usage: node scripts/run.mjs ${Object.keys(FILES).join('|')} [options]\n`);
	process.exit(1);
}
await ensureDependencies();
await runTypeScript(FILES[name], args);
