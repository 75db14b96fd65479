import { runBenchmark } from '../benchmark';
import { benchSheet } from './sheet';

runBenchmark({
	command: 'bench:queue',
	about: `
The sample "Top up 100,000 rows" in n8n's queue mode against the sandbox: time, processor time and memory of main
and workers, and what the books say. Linux only; as root on Debian it installs PostgreSQL and Redis.`,
	options: {
		rows: { means: 'rows of the sheet, in 20 parts', usual: [100_000], quick: [2000] },
		workers: { means: 'how many of them', usual: [1, 2], quick: [2] },
	},
	parts: { sheet: { measure: benchSheet } },
});
