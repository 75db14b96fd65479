import { runBenchmark } from '../benchmark';
import { benchRows } from './rows';
import { benchServices } from './services';

runBenchmark({
	command: 'bench',
	about: `
What rows cost in a real n8n: Balance: Add of the GMC node beside n8n's HTTP Request node with the same
requests, in turn, each in an n8n of its own, against a sandbox in another process; by rows and latency, and at
services of several kinds. Linux only.`,
	options: {
		rows: { means: 'rows of a run', usual: [1000, 10_000], quick: [1, 100, 1000] },
		latencies: {
			means: 'milliseconds that the service takes for an addition',
			usual: [0, 100],
			quick: [0, 20],
		},
	},
	parts: {
		rows: { measure: benchRows, isOnPage: true },
		services: { measure: benchServices, isOnPage: true },
	},
});
