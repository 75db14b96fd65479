// Entry of `npm run campaign:crashes`: plain Node, so that it can install what is missing first.
import { ensureDependencies, runTypeScript } from './lib/bootstrap.mjs';

await ensureDependencies();
await runTypeScript('scripts/campaign/crashes.ts', process.argv.slice(2));
