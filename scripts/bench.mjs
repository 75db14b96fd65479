// Entry of `npm run bench`: plain Node, so that it can install what is missing first.
import { ensureDependencies, runTypeScript } from './lib/bootstrap.mjs';

await ensureDependencies();
await runTypeScript('scripts/bench/rows/main.ts', process.argv.slice(2));
