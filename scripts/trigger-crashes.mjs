// Entry of `npm run campaign:trigger-crashes`: plain Node, so that it can install what is missing first.
import { ensureDependencies, runTypeScript } from './lib/bootstrap.mjs';

await ensureDependencies();
await runTypeScript('scripts/campaign/trigger-crashes.ts', process.argv.slice(2));
