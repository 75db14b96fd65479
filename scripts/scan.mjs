import { ensureDependencies, runTypeScript } from './lib/bootstrap.mjs';

await ensureDependencies();
await runTypeScript('scripts/release/scan.ts', process.argv.slice(2));
