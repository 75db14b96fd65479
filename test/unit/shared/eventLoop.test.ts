import { sleep } from 'n8n-workflow';
import { mapItems } from '../../../nodes/Gmc/shared/eventLoop';

/** Keeps the event loop busy, as resolving an expression does. */
function work(ms: number): void {
	const end = Date.now() + ms;
	while (Date.now() < end);
}

test('a long loop lets other work of the process go on', async () => {
	let isOver = false;
	const mapping = mapItems(100, () => work(5)).then(() => (isOver = true));
	let turns = 0;
	while (!isOver) {
		await sleep(0);
		turns++;
	}
	await mapping;
	expect(turns).toBeGreaterThanOrEqual(5);
});
