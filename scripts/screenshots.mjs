import { ensureDependencies, runTypeScript } from './lib/bootstrap.mjs';

// The tests of the editor come by everything that the documents show.
process.env.GMC_DOCUMENT_IMAGES = '1';
await ensureDependencies();
await runTypeScript('scripts/test/main.ts', ['editor']);
