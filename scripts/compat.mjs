import { ensureDependencies, runTypeScript } from './lib/bootstrap.mjs';

await ensureDependencies();
await runTypeScript('scripts/compat/main.ts', process.argv.slice(2));
