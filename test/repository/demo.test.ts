import { TOP_UP_NODE } from '../../harness/samples/outcome';
import { TOP_UP_TRIGGER, loadSample } from '../../harness/samples/samples';

// Which sample `npm start` runs.

test('the demo runs nodes that its sample has', async () => {
	const { name, nodes } = await loadSample('top-up-from-spreadsheet');
	expect(name).toBe('Top up customers from a spreadsheet');
	expect(nodes.map((node) => node.name)).toEqual(
		expect.arrayContaining([TOP_UP_NODE, TOP_UP_TRIGGER]),
	);
});
