import { runBenchmark } from '../benchmark';
import { benchPolls } from './polls';

runBenchmark({
	command: 'bench:trigger',
	about: `
What one poll of the GMC Trigger costs in n8n's own code, against a sandbox in another process: once with so many
additions inside the look-back, once with ten times as many older ones besides; and what the whole list by HTTP
Request and Remove Duplicates costs. Of several polls the quickest counts.`,
	options: {
		sizes: {
			means: 'additions inside the look-back',
			usual: [1000, 10_000, 100_000],
			quick: [1000, 10_000],
		},
	},
	parts: { polls: { measure: benchPolls } },
});
