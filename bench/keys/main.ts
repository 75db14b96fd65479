import { runBenchmark } from '../benchmark';
import { benchOrders } from './orders';
import { benchSheets } from './sheets';

runBenchmark({
	command: 'bench:keys',
	about: `
What Idempotency Keys cost in a real n8n: a webhook's order on a busy day beside one on an empty day, and sheets
with keys beside the same without, with a full ledger, and n8n's HTTP Request node. Linux only.`,
	options: {
		orders: { means: 'orders of each day once warm', usual: [40], quick: [5] },
		rows: { means: 'rows of the sheets', usual: [1, 200, 1000, 10_000], quick: [1, 200] },
	},
	parts: {
		orders: { measure: benchOrders, isOnPage: true },
		sheets: { measure: benchSheets, isOnPage: true },
	},
});
