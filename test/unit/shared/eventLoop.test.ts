import { sleep } from 'n8n-workflow';
import { mapItems } from '../../../nodes/Gmc/shared/eventLoop';

/** Keeps the event loop busy, as resolving an expression does. */
function work(ms: number): void {
	const end = Date.now() + ms;
	while (Date.now() < end);
}

test('items are mapped in order', async () => {
	expect(await mapItems(5, (i) => i * i)).toEqual([0, 1, 4, 9, 16]);
	expect(await mapItems(0, (i) => i)).toEqual([]);
});

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

test('what is thrown ends the loop', async () => {
	const failing = mapItems(3, (i) => {
		if (i === 1) throw new Error('row 2');
		return i;
	});
	await expect(failing).rejects.toThrow('row 2');
});
