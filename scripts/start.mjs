import { ensureDependencies, runTypeScript } from './lib/bootstrap.mjs';

await ensureDependencies();
await runTypeScript('scripts/demo/main.ts', process.argv.slice(2));
